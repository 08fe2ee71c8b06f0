import assert from 'node:assert/strict';
import path from 'node:path';
import {
  type CodeAction,
  CodeActionKind,
  commands,
  type Diagnostic,
  type FileStat,
  languages,
  Position,
  Selection,
  type TextDocument,
  type TextEditor,
  type Uri,
  window,
  workspace,
} from 'vscode';
import type { ShareRecord } from '../../src/core/outbox/shareRecord.ts';
import { placesOf } from '../../src/core/snippet/codePlace.ts';
import { describeWithBrowser } from '../browser/pages/browserBridge.ts';
import { SecretSource } from '../support/fakes/secretSamples.ts';
import { shareRecordsIn } from '../support/harness/shareRecords.ts';
import { useAccount } from '../support/host/account.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { received, sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { setUserSetting } from '../support/host/userSetting.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';
import { openSelected, workspaceFile, workspaceFolder } from '../support/host/workspaceFiles.ts';

const room = 'Code reviews';
const key = `ghp_${new SecretSource(7).base62(36)}`;

/** The diagnostics of a draft, once there is the expected number. */
async function marksOf(uri: Uri, count: number): Promise<readonly Diagnostic[]> {
  for (;;) {
    const marks = languages.getDiagnostics(uri);
    if (marks.length === count) return marks;
    await new Promise<void>((resolve) => {
      const waiting = languages.onDidChangeDiagnostics(() => {
        waiting.dispose();
        resolve();
      });
    });
  }
}

describeWithBrowser('A message draft', () => {
  const messages = useMessages();
  const inputs = useQuickInputs();
  useAccount();
  afterEach(async () => {
    const open = workspace.textDocuments.filter(({ uri }) => uri.scheme === 'roomside-draft');
    // Reverted while it saves; if it were deleted at that moment, it would not be found.
    for (const document of open) while (!(await document.save()));
    await commands.executeCommand('workbench.action.closeAllEditors');
    // A draft that was sent no longer exists.
    for (const { uri } of open) await workspace.fs.delete(uri).then(undefined, () => undefined);
    await sandboxControl('DELETE', 'faults');
    await sandboxControl('DELETE', 'received');
  });

  const tabLabels = () => window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));

  /** Creates a draft with a text. */
  async function write(text: string, to = room): Promise<TextEditor> {
    const done = commands.executeCommand('roomside.sendMessage');
    await (await inputs().next()).choose(to);
    await done;
    const editor = window.activeTextEditor ?? assert.fail('nothing is open');
    assert.equal(editor.document.uri.scheme, 'roomside-draft');
    await editor.edit((edit) => edit.insert(new Position(0, 0), text));
    return editor;
  }

  const actionsFor = async ({ document }: TextEditor, { range }: Pick<Diagnostic, 'range'>): Promise<CodeAction[]> =>
    commands.executeCommand('vscode.executeCodeActionProvider', document.uri, range, CodeActionKind.QuickFix.value, 10);

  it('takes a comment before the exact text of a share, and keeps its name', async () => {
    await openSelected(await workspaceFile('edit.go', 'var a int\n'), new Selection(0, 0, 1, 0));
    const done = commands.executeCommand('roomside.shareSelection');
    await (await inputs().next()).choose(room);
    const step = await inputs().next();
    await step.choose('More Actions…');
    await step.choose('Edit…');
    await done;
    const editor = window.activeTextEditor ?? assert.fail('nothing is open');
    const text = '**edit.go** · line 1 · Go\n\n```go\nvar a int\n```';
    assert.equal(editor.document.getText(), `\n\n${text}\n`);
    assert.ok(editor.selection.isEqual(new Selection(0, 0, 0, 0)));
    await editor.edit((edit) => edit.insert(editor.selection.active, 'Is this right?'));
    const fault = { match: { method: 'POST', path: '/v1/messages' }, times: 1 };
    await sandboxControl('POST', 'faults', { ...fault, effect: { kind: 'status', status: 400, message: 'No.' } });
    await commands.executeCommand('roomside.sendDraft');
    const failure = await messages().next();
    assert.match(failure.text, /^Couldn't share edit\.go:1 to “Code reviews”\./);
    failure.answer();
    await commands.executeCommand('roomside.sendDraft');
    assert.equal((await received())[0]?.markdown, `Is this right?\n\n${text}`);
  });

  it('gets selections of several files, whose places the share keeps, and asks for the room once', async () => {
    const code = { 'one.go': 'var a int\nvar b int\n', 'two.go': 'var c int\n' };
    const files: string[] = [];
    for (const [name, text] of Object.entries(code)) {
      const file = await workspaceFile(name, text);
      files.push(file.fsPath);
      await openSelected(file, new Selection(0, 0, 1, 0));
      const done = commands.executeCommand('roomside.addSelectionToMessage');
      if (files.length === 1) await (await inputs().next()).choose(room);
      await done;
      assert.equal(window.activeTextEditor?.document.uri.fsPath, file.fsPath, 'the focus stays in the code');
    }
    // VS Code keeps the documents of drafts that were sent for a while.
    const drafts = workspace.textDocuments.filter(({ uri }) => uri.scheme === 'roomside-draft');
    const draft = drafts.find((each) => each.getText().includes('one.go')) ?? assert.fail();
    const block = (name: string, line: string) => `**${name}** · line 1 · Go\n\n\`\`\`go\n${line}\n\`\`\``;
    const text = `${block('one.go', 'var a int')}\n\n${block('two.go', 'var c int')}`;
    assert.equal(draft.getText(), `\n\n${text}\n`);
    await commands.executeCommand('roomside.sendDraft', draft.uri);
    assert.deepEqual(
      (await received()).map(({ markdown }) => markdown),
      [text],
    );
    const outbox = path.join(workspaceFolder(), '../user-data/User/globalStorage/roomside.roomside/outbox');
    const share = (await shareRecordsIn<ShareRecord>(outbox)).at(-1);
    const places = placesOf(share?.origin).map(({ path }) => path);
    assert.deepEqual(places, files);
  });

  it('moves to another room with its text', async () => {
    const { document } = await write('hello');
    const done = commands.executeCommand('roomside.changeDraftRoom');
    const rooms = await inputs().next();
    assert.equal(rooms.title, 'Change Room');
    await rooms.choose('Mateo Silva');
    await done;
    const moved = window.activeTextEditor?.document ?? assert.fail();
    assert.notEqual(moved.uri.toString(), document.uri.toString());
    assert.equal(moved.getText(), 'hello');
    await commands.executeCommand('roomside.sendDraft');
    assert.equal((await received())[0]?.roomTitle, 'Mateo Silva');
  });

  it('keeps its text where the settings name another encoding for files', async () => {
    await setUserSetting('files.encoding', 'windows1252');
    try {
      const { document } = await write('schön 你好');
      while (!(await document.save()));
      assert.equal(new TextDecoder().decode(await workspace.fs.readFile(document.uri)), 'schön 你好');
    } finally {
      await setUserSetting('files.encoding', undefined);
    }
  });

  it('stays when discarding is not confirmed, when it is empty, and when the service rejects it', async () => {
    const { document } = await write('  \n');
    await commands.executeCommand('roomside.sendDraft');
    assert.equal((await messages().next()).text, 'There is nothing to share. The content is empty.');
    const editor = window.activeTextEditor ?? assert.fail();
    await editor.edit((edit) => edit.insert(new Position(0, 0), 'text'));
    const discarding = commands.executeCommand('roomside.discardDraft');
    const question = await messages().next();
    assert.equal(question.isModal, true);
    question.answer();
    await discarding;
    const fault = { match: { method: 'POST', path: '/v1/messages' }, times: 1 };
    await sandboxControl('POST', 'faults', { ...fault, effect: { kind: 'status', status: 400, message: 'No.' } });
    await commands.executeCommand('roomside.sendDraft');
    (await messages().next()).answer();
    assert.equal(window.activeTextEditor?.document.uri.toString(), document.uri.toString());
    assert.deepEqual(await received(), []);
  });

  it('closes without a question when it is sent while VS Code prepares to save it', async () => {
    const { document } = await write('to the last key');
    await new Promise<void>((resolve) => {
      const preparing = workspace.onWillSaveTextDocument((saving) => {
        // VS Code continues without it after a while.
        saving.waitUntil(new Promise(() => undefined));
        preparing.dispose();
        resolve();
      });
    });
    const saved: TextDocument[] = [];
    const saving = workspace.onDidSaveTextDocument((each) => saved.push(each));
    await commands.executeCommand('roomside.sendDraft');
    saving.dispose();
    // Tests answer the question with the loss of the text.
    assert.ok(saved.includes(document));
    assert.ok(!tabLabels().includes(`→ ${room}`), tabLabels().join());
    const texts = (await received()).map(({ markdown }) => markdown);
    assert.deepEqual(texts, ['to the last key']);
  });

  it('is sent once for repeated commands, and keeps the text that is typed meanwhile', async () => {
    const editor = await write(key);
    const sending = commands.executeCommand('roomside.sendDraft');
    const question = await messages().next();
    await commands.executeCommand('roomside.sendDraft');
    await editor.edit((edit) => edit.insert(new Position(0, key.length), ' and more'));
    question.answer('Send As Is');
    await sending;
    const texts = (await received()).map(({ markdown }) => markdown);
    assert.deepEqual(texts, [key]);
    assert.equal(messages().all.length, 1);
    assert.equal(window.activeTextEditor?.document, editor.document);
    const kept = await workspace.fs.readFile(editor.document.uri);
    assert.equal(Buffer.from(kept).toString(), `${key} and more`);
  });

  it('has no other files, and none can be created or moved', async () => {
    const { document } = await write('x');
    const stat: FileStat = await workspace.fs.stat(document.uri);
    assert.equal(stat.size, 0);
    const other = document.uri.with({ query: '../../secrets' });
    await assert.rejects(async () => workspace.fs.readFile(other), /EntryNotFound/);
    await assert.rejects(async () => workspace.fs.writeFile(other, Buffer.from('x')), /EntryNotFound/);
    await assert.rejects(async () => workspace.fs.rename(document.uri, other));
  });

  it('marks what the room would not show, and offers to send a file', async () => {
    const editor = await write('# Plan\n\n* one\n* two\n\na <b>c</b>');
    const marks = await marksOf(editor.document.uri, 4);
    const texts = marks.map(({ message }) => message);
    assert.deepEqual(texts, [
      'The room may not display a heading correctly',
      'The room may not display this list marker correctly',
      'The room may not display this list marker correctly',
      'The room may not display HTML correctly',
    ]);
    const actions = await actionsFor(editor, marks[0] ?? assert.fail());
    assert.deepEqual(
      actions.map(({ command }) => command?.command),
      ['roomside.sendDraftAsFile'],
    );
  });

  it('reports that it is too long, and can be sent as a file', async () => {
    const text = `${'long '.repeat(2000)}end`;
    const editor = await write(text);
    const tooLong = (await marksOf(editor.document.uri, 1))[0] ?? assert.fail();
    assert.match(tooLong.message, /^Too long for a message: 9\.8 KB \(limit: 7\.3 KB\)$/);
    // Beyond 7439 bytes, and a blank, which is not sent at the end of a line.
    const offsets = [editor.document.offsetAt(tooLong.range.start), editor.document.offsetAt(tooLong.range.end)];
    assert.deepEqual(offsets, [7440, text.length]);
    const [asFile] = await actionsFor(editor, tooLong);
    assert.equal(asFile?.command?.command, 'roomside.sendDraftAsFile');
    await commands.executeCommand('roomside.sendDraft');
    const notice = await messages().next();
    assert.equal(notice.text, `The message to “${room}” is too long: 9.8 KB (limit: 7.3 KB).`);
    assert.deepEqual(notice.buttons, ['Send as File Instead']);
    assert.deepEqual(await received(), []);
    notice.answer('Send as File Instead');
    await waitUntilTrue('the file is sent', async () => (await received()).length > 0);
    const [message] = await received();
    const files = message?.files.map(({ name, byteLength }) => ({ name, byteLength }));
    assert.deepEqual(files, [{ name: 'message.md', byteLength: text.length }]);
    await marksOf(editor.document.uri, 0);
  });
});
