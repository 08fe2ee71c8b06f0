import assert from 'node:assert/strict';
import { commands, extensions, type Hover, MarkdownString, Position, Selection, type Uri } from 'vscode';
import { signInWithToken, signOut, useNoAccount } from '../support/host/account.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { received, sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { statusItemOfRun } from '../support/host/statusItems.ts';
import { setUserSetting } from '../support/host/userSetting.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';
import { openSelected, useManualSave, workspaceFile } from '../support/host/workspaceFiles.ts';

const room = 'Code reviews';
const text = 'import os\n\ndef first():\n    return compute(1)\n\ndef second():\n    return compute(2)\n';

/** The texts of Roomside above a line, zero-based. */
async function hoversAt(uri: Uri, line: number): Promise<readonly string[]> {
  const at = new Position(line, 2);
  const hovers = await commands.executeCommand<readonly Hover[]>('vscode.executeHoverProvider', uri, at);
  return hovers
    .flatMap(({ contents }) => contents)
    .flatMap((content) => (content instanceof MarkdownString ? content.value : []))
    .filter((value) => value.includes('_roomside.sharedLine'));
}

/** Runs an action of a hover as a click on its link does. */
async function run(label: string, hover: string): Promise<void> {
  const [, args = ''] = new RegExp(`\\[${label}\\]\\(command:_roomside\\.sharedLine\\?([^)]*)\\)`).exec(hover) ?? [];
  await commands.executeCommand('_roomside.sharedLine', ...(JSON.parse(decodeURIComponent(args)) as unknown[]));
}

const statusItem = statusItemOfRun();

describe('Shared lines', () => {
  useNoAccount();
  useManualSave();
  afterEach(async () => {
    await sandboxControl('DELETE', 'received');
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await signOut();
  });
  useMessages();
  const inputs = useQuickInputs();
  before(async () => {
    await extensions.getExtension('roomside.roomside')?.activate();
  });
  beforeEach(() => signInWithToken());

  async function share(selection: Selection, file: Uri) {
    await openSelected(file, selection);
    const done = commands.executeCommand('roomside.shareSelection');
    await (await inputs().next()).choose(room);
    await (await inputs().next()).choose(`Send to ${room}`);
    await done;
    // The preview of the confirmation was in front of it.
    return openSelected(file);
  }
  const markAt = (uri: Uri, line: number, isThere = true) =>
    waitUntilTrue(`the mark of line ${line}`, async () => (await hoversAt(uri, line)).length > 0 === isThere);

  it('are marked after a share, follow the setting and edits, and can be answered and hidden', async () => {
    const file = await workspaceFile('shared.py', text);
    const editor = await share(new Selection(2, 0, 4, 0), file);
    await markAt(file, 2);
    await setUserSetting('roomside.editor.sharedLines', false);
    await markAt(file, 2, false);
    await setUserSetting('roomside.editor.sharedLines', undefined);
    await markAt(file, 2);
    assert.deepEqual(await hoversAt(file, 3), [], 'only the first line has the hover');
    const [hover = ''] = await hoversAt(file, 2);
    assert.match(hover, /^\*\*You\*\* in “Code reviews” · just now\n\n\[Open Message\]/);

    await editor.edit((edit) => edit.insert(new Position(0, 0), '# one\n# two\n'));
    await markAt(file, 4);
    assert.deepEqual(await hoversAt(file, 2), []);
    await editor.edit((edit) => edit.delete(editor.document.lineAt(5).rangeIncludingLineBreak));
    await markAt(file, 4);

    for (const [command, line] of [
      ['next', 0],
      ['previous', 7],
    ] as const) {
      editor.selection = new Selection(line, 0, line, 0);
      await commands.executeCommand(`roomside.${command}SharedLines`);
      assert.deepEqual([editor.selection.isEmpty, editor.selection.active.line], [true, 4], command);
      assert.equal(statusItem()?.text, `$(info) Line 5 · You · ${room}`);
    }

    editor.selection = new Selection(7, 0, 8, 0);
    const done = run('Reply with Selection', hover);
    const confirm = await inputs().next();
    assert.match(confirm.title, /Share Selection/);
    await confirm.choose(`Send to ${room}, as a reply to yourself`);
    await done;
    const [sent, reply] = await received();
    assert.equal(reply?.parentId, sent?.id);

    await run('Hide', hover);
    await markAt(file, 4, false);
  });
});
