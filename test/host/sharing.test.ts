import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { truncate } from 'node:fs/promises';
import path from 'node:path';
import { commands, env, Position, Selection, Uri, window } from 'vscode';
import { describeWithBrowser } from '../browser/pages/browserBridge.ts';
import { received, sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { useShares } from '../support/host/useShares.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';
import { openSelected, useManualSave, workspaceFile, workspaceFolder } from '../support/host/workspaceFiles.ts';

const room = 'Code reviews';
function fileFacts(name: string, content: string | Uint8Array) {
  const bytes = Buffer.from(content);
  return { name, byteLength: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** The received files by name, size and content. */
async function receivedFiles() {
  const messages = await received();
  return messages.flatMap(({ files }) => files.map(({ name, byteLength, sha256 }) => ({ name, byteLength, sha256 })));
}

describeWithBrowser('Sharing', () => {
  const messages = useMessages();
  const { inputs, withPreviews } = useShares(room);
  useManualSave();
  before(() => sandboxControl('DELETE', 'received'));
  afterEach(() => sandboxControl('DELETE', 'faults'));

  /** Runs the two steps of a share, and waits for its end. @returns the rows of the confirmation */
  async function shareTo(title: string, begin: () => Thenable<unknown>, choice = `Send to ${room}`) {
    const done = begin();
    const rooms = await inputs().next();
    assert.equal(`${rooms.title} ${rooms.step}`, `${title} 1/2`);
    await rooms.choose(room);
    const confirm = await inputs().next();
    assert.equal(`${confirm.title} ${confirm.step}`, `${title} 2/2`);
    await confirm.choose(choice);
    await done;
    return confirm.rows;
  }
  const shareFile = () => commands.executeCommand('roomside.shareCurrentFile');
  const shareSelection = () => commands.executeCommand('roomside.shareSelection');
  const findExactText = () =>
    window.visibleTextEditors.find(({ document: { uri } }) => uri.scheme === 'roomside-preview')?.document;
  const hasPage = () => window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label === 'Message Preview'));

  it('asks for the version of a changed file, and sends that one', async () => {
    const editor = await openSelected(await workspaceFile('changed.go', 'old\r\n'));
    await editor.edit((edit) => edit.insert(new Position(0, 0), 'new\n'));
    for (const [version, content] of [
      ['Unsaved Version', 'new\r\nold\r\n'],
      ['Saved Version', 'old\r\n'],
    ] as const) {
      const done = shareFile();
      await (await inputs().next()).choose(version);
      await shareTo('Share Current File', () => done);
      assert.deepEqual((await receivedFiles()).at(-1), fileFacts('changed.go', content), version);
    }
  });

  it('rejects a folder and a file above 100 MB by name, before it asks for a room', async () => {
    const big = await workspaceFile('film.mov', '');
    await truncate(big.fsPath, 101 * 1024 * 1024);
    const folder = Uri.file(workspaceFolder());
    const refusals = [
      [folder, `Couldn't share ${path.basename(folder.path)}: This is a folder, not a file.`],
      [big, 'film.mov is too large (101 MB). The service accepts files up to 100 MB. Nothing was sent.'],
      [Uri.joinPath(big, '../gone.txt'), "Couldn't share gone.txt: The file no longer exists."],
    ] as const;
    for (const [uri, sentence] of refusals) {
      const done = commands.executeCommand('roomside.shareFiles', uri, [uri]);
      const message = await messages().next();
      assert.equal(message.text, sentence);
      message.answer();
      await done;
    }
    assert.equal(inputs().openedCount, 0);
    assert.deepEqual(await received(), []);
  });

  it('shows the whole text if it can be sent, and the beginning if it is too long', async () => {
    withPreviews();
    for (const [count, isTooLong] of [
      [100, false],
      [5_000, true], // more than the preview shows of it
    ] as const) {
      const uri = await workspaceFile(`long${count}.go`, 'var level int\n'.repeat(count));
      await openSelected(uri, new Selection(0, 0, count, 0));
      const done = shareSelection();
      await (await inputs().next()).choose(room);
      const confirm = await inputs().next();
      await waitUntilTrue('the page is there', hasPage);
      await confirm.choose('More Actions…');
      await confirm.choose('Exact Text');
      await waitUntilTrue('the exact text is visible', () => findExactText() !== undefined);
      // In Markdown, a bracket without its partner would be red.
      assert.equal(findExactText()?.languageId, 'roomside-message');
      const [head = '', shown = ''] =
        findExactText()
          ?.getText()
          .split(/\n─+\n/) ?? [];
      assert.match(head, /^\n{9,}To: /, 'the rows of the step cover the lines above');
      const canSend = confirm.rows.some((row) => row.startsWith(`Send to ${room}`));
      assert.equal(canSend, !isTooLong);
      assert.ok(head.includes(isTooLong ? 'Only the beginning is shown' : 'is sent exactly as shown'), head);
      await confirm.choose('Copy as Message');
      await done;
      const copied = await env.clipboard.readText();
      assert.equal(shown, isTooLong ? copied.slice(0, 64 * 1024) : copied);
    }
    assert.deepEqual(await received(), [], 'a copy is not sent');
  });

  it('can be cancelled at both steps without a message, and closes the page', async () => {
    withPreviews();
    await openSelected(await workspaceFile('given.go', 'var a int\n'), new Selection(0, 0, 1, 0));
    for (const step of ['1/2', '2/2']) {
      const done = shareSelection();
      let input = await inputs().next();
      if (step === '2/2') {
        await input.choose(room);
        input = await inputs().next();
        await waitUntilTrue('the page is there', hasPage);
      }
      assert.equal(input.step, step);
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await done;
      await waitUntilTrue('no page is left', () => !hasPage());
    }
    assert.deepEqual(await received(), []);
    assert.deepEqual(messages().all, []);
  });

  it('asks the user when the room cannot be read; Send Again is the last button', async () => {
    await openSelected(await workspaceFile('doubt.go', 'var a int\n'), new Selection(0, 0, 1, 0));
    const path = '/v1/messages';
    const cut = { match: { method: 'POST', path }, times: 1, effect: { kind: 'cut', when: 'after' } };
    const refused = { match: { method: 'GET', path }, effect: { kind: 'status', status: 403 } };
    for (const fault of [cut, refused]) await sandboxControl('POST', 'faults', fault);
    await shareTo('Share Selection', shareSelection);
    const doubt = await messages().next();
    assert.equal(
      doubt.text,
      `Couldn't confirm that doubt.go:1 arrived in “${room}”. The response was lost, and Roomside can't read the room to check (403).`,
    );
    assert.deepEqual(doubt.buttons, ['Mark as Sent', 'Show Recent Shares', 'Send Again']);
    doubt.answer('Mark as Sent');
    assert.equal((await received()).length, 1);
  });
});
