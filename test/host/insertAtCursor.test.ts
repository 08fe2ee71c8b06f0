import assert from 'node:assert/strict';
import { commands, Selection, Uri, window, workspace } from 'vscode';
import { insertAtCursor, LastEditor } from '../../src/features/reader/blocks/insertAtCursor.ts';
import { useInWindow } from '../support/host/windowMember.ts';
import { openSelected, useManualSave, workspaceFile } from '../support/host/workspaceFiles.ts';

describe('Insert at Cursor', () => {
  useManualSave();
  const said: string[] = [];
  let last: LastEditor;
  useInWindow('setStatusBarMessage', () => (text: string) => said.push(text));
  beforeEach(() => {
    said.length = 0;
    last = new LastEditor();
  });
  afterEach(async () => {
    last.dispose();
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('indents every line like the line of each cursor, and reverts with one Undo', async () => {
    const uri = await workspaceFile('insert.ts', 'if (a) {\n  \n}\n\t\n');
    const { document } = await openSelected(uri, new Selection(1, 2, 1, 2), new Selection(3, 1, 3, 1));
    await insertAtCursor('one();\ntwo();\n', last);
    assert.match(document.getText(), /^if \(a\) \{\n {2}one\(\);\n {2}two\(\);\n/);
    assert.match(document.getText(), /\n\tone\(\);\n\ttwo\(\);\n/);
    await commands.executeCommand('undo');
    assert.equal(document.getText(), 'if (a) {\n  \n}\n\t\n');
    assert.deepEqual(said, []);
  });

  it('goes to the file, not to a log that is in front', async () => {
    const { document } = await openSelected(await workspaceFile('file.ts', '\n'), new Selection(0, 0, 0, 0));
    const provider = workspace.registerTextDocumentContentProvider('roomside-log', {
      provideTextDocumentContent: () => 'log',
    });
    const log = await workspace.openTextDocument(Uri.from({ scheme: 'roomside-log', path: '/log.txt' }));
    await window.showTextDocument(log);
    await insertAtCursor('one();\n', last);
    assert.equal(window.activeTextEditor?.document, document);
    assert.equal(document.getText().trim(), 'one();');
    assert.equal(log.getText(), 'log');
    provider.dispose();
  });
});
