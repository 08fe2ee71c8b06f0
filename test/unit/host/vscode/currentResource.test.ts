import assert from 'node:assert/strict';
import { replaceInWindow, Uri } from '../../../support/fakes/fakeWindow.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { currentResource } = await withVscode(() => import('../../../../src/host/vscode/workspaceFiles.ts'));

describe('The file in the active editor', () => {
  const [original, modified] = [Uri.from({ scheme: 'git', path: '/tide.ts', query: 'HEAD' }), Uri.file('/tide.ts')];
  const notebook = Uri.file('/tides.ipynb');
  const cell = Uri.from({ scheme: 'vscode-notebook-cell', path: '/tides.ipynb', fragment: 'W0' });
  const cases = {
    'is the right side of a comparison, with the focus there': [{ original, modified }, modified, modified],
    'is the left side, with the focus there': [{ original, modified }, original, original],
    'is the right side of a comparison of what is no text': [{ original, modified }, undefined, modified],
    'is the notebook of a cell': [{ uri: notebook }, cell, notebook],
    'is that of the text where the tab names none': [undefined, modified, modified],
  } as const;
  for (const [title, [input, active, expected]] of Object.entries(cases)) {
    it(title, () => {
      const restore = [
        replaceInWindow('tabGroups', () => ({ activeTabGroup: { activeTab: { input } } })),
        replaceInWindow('activeTextEditor', () => active && { document: { uri: active } }),
      ];
      try {
        assert.equal(`${currentResource()}`, `${expected}`);
      } finally {
        for (const undo of restore.reverse()) undo();
      }
    });
  }
});
