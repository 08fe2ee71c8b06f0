import assert from 'node:assert/strict';
import { Uri, window, workspace } from '../../../support/fakes/fakeWindow.ts';
import { TabInputCustom } from '../../../support/fakes/vscodeFake.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { projectFiles, projectText } from '../../project/projectFiles.ts';

const { unsavedVersionOf } = await withVscode(() => import('../../../../src/host/vscode/unsavedVersion.ts'));
const uri = Uri.file('/w/a.ipynb');
const save = async (): Promise<boolean> => true;
const tab = { isDirty: true, input: Object.assign(new TabInputCustom(), { uri }) };

describe('The unsaved version of a file', () => {
  const lists = [
    ['a text', workspace, 'textDocuments', [{ uri, isDirty: true, save }], true],
    ['a notebook', workspace, 'notebookDocuments', [{ uri, isDirty: true, save }], false],
    ['a custom editor', window.tabGroups, 'all', [{ tabs: [tab] }], false],
  ] as const;
  for (const [name, owner, key, value, isText] of lists) {
    it(`is found: ${name}`, () => {
      const original = Object.getOwnPropertyDescriptor(owner, key) ?? {};
      assert.equal(unsavedVersionOf(uri), undefined);
      Object.defineProperty(owner, key, { value, configurable: true });
      try {
        assert.equal(unsavedVersionOf(uri)?.document !== undefined, isText);
        assert.equal(typeof unsavedVersionOf(uri)?.save, 'function');
        assert.equal(unsavedVersionOf(Uri.file('/w/b.ipynb')), undefined);
      } finally {
        Object.defineProperty(owner, key, original);
      }
    });
  }

  it('is asked about in one file only', () => {
    const asking = projectFiles('src/**/*.ts').filter((path) =>
      /\bisDirty\b/.test(projectText(path).replace(/\/\*[\s\S]*?\*\//g, '')),
    );
    assert.deepEqual(asking, ['src/host/vscode/unsavedVersion.ts']);
  });
});
