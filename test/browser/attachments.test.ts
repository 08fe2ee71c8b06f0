import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { memoryDuring } from '../support/harness/extensionHost.ts';
import { type OtherPerson, otherPerson } from '../support/harness/otherPerson.ts';
import { projectRoot } from '../support/harness/projectRoot.mjs';
import { writeRandomFile } from '../support/harness/randomFile.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';

const room = 'Code reviews';
const mebibyte = 1024 * 1024;
const largeBytes = 100 * mebibyte;
const maxAddedBytes = 40 * mebibyte;
/** For three transfers of a file of that size. */
const downloadTimeoutMs = 90_000;

test.describe('Attachments', () => {
  const session = useWorkbench({ 'files.autoSave': 'off', 'roomside.reader.showImages': true });
  let priya: OtherPerson;
  const inWorkspace = (file: string): string => path.join(session().workspaceFolder, file);

  test.beforeAll(async ({ workbench, sandbox }) => {
    await workbench.signIn(sandbox);
    priya = await otherPerson(sandbox, 'priya.raman@example.com');
  });

  /** Runs a command of the palette and picks the room and its newest file. */
  async function withNewest(command: string, title: string, file: string): Promise<void> {
    const { workbench } = session();
    await workbench.runCommand(`Roomside: ${command}…`);
    await workbench.input.expectTitle(`${title} (1/2)`);
    await workbench.input.findOption(room);
    await workbench.input.expectTitle(`${title} (2/2)`);
    // With the keyboard: names arrive one after another, and a click could hit a row that is being replaced.
    await workbench.input.fill(file);
    await workbench.input.option(file).and(workbench.page.locator('.focused')).waitFor();
    await workbench.input.accept();
  }

  test('shows an image in the reader as the settings say, opens and saves it', async ({ workbench }) => {
    const picture = await readFile(path.join(projectRoot, 'media/icon.png'));
    await priya.postFile(room, 'diagram.png', picture, 'image/png');
    await workbench.runCommand('Roomside: Read Room');
    await workbench.input.findOption(room);
    const { frame } = new Reader(workbench.page);
    await frame.getByRole('img', { name: 'diagram.png' }).waitFor();
    assert.equal(await frame.getByRole('button', { name: 'Show Image: diagram.png' }).count(), 0);
    await frame.locator('button.image').last().press('Enter');
    await workbench.page.locator('.tab.active', { hasText: 'diagram.png' }).waitFor();
    // The status bar item of VS Code's image preview: the image is loaded.
    await workbench.statusBar(/^\d+x\d+$/);
    await workbench.picture('attachment-picture');
    await workbench.editor.titleAction('Save Attachment to Workspace…');
    await workbench.input.expectTitle('Save diagram.png to…');
    await workbench.picture('attachment-save');
    await workbench.input.pickOption(path.basename(session().workspaceFolder));
    await workbench.toast('Saved diagram.png');
    assert.deepEqual(await readFile(inWorkspace('diagram.png')), picture);
  });

  test('opens text read-only, and compares it with the file of the same name', async ({ workbench }) => {
    const mine = await readFile(inWorkspace('src/server.ts'), 'utf8');
    await priya.postFile(room, 'server.ts', Buffer.from(mine.replace('const', 'let')), 'text/plain');
    await withNewest('Open Attachment', 'Open Attachment', 'server.ts');
    const editor = workbench.page.locator('.editor-instance .view-lines');
    await editor.getByText('let', { exact: true }).first().waitFor();
    await workbench.picture('attachment-text');
    await workbench.editor.titleAction('Compare Attachment with Workspace File…');
    await workbench.page.locator('.tab.active', { hasText: 'server.ts (Received ↔ Workspace)' }).waitFor();
    const mySide = workbench.page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'const' });
    await mySide.first().waitFor();
    await workbench.picture('attachment-compared');
  });

  test('saves 100 MiB over a broken connection, using less than 40 MiB of the extension host', async () => {
    test.setTimeout(2 * downloadTimeoutMs);
    const { workbench, sandbox } = session();
    const outside = inWorkspace('../large.bin');
    const sum = await writeRandomFile(outside, largeBytes);
    await priya.postFile(room, 'warm-up.bin', Buffer.alloc(20 * mebibyte, 'x'));
    await withNewest('Save Attachment to Workspace', 'Save Attachment to Workspace', 'warm-up.bin');
    const folder = path.basename(session().workspaceFolder);
    await workbench.input.pickOption(folder);
    await workbench.toast('Saved warm-up.bin');
    await priya.postFile(room, 'large.bin', await openAsBlob(outside));
    const cut = { kind: 'cut', when: 'in-body' };
    await sandbox.control('POST', 'faults', {
      match: { method: 'GET', path: '/v1/contents/' },
      times: 2,
      effect: cut,
    });
    const { beforeBytes, peakBytes } = await memoryDuring(await workbench.extensionHostId(), async () => {
      await withNewest('Save Attachment to Workspace', 'Save Attachment to Workspace', 'large.bin');
      await workbench.input.pickOption(folder);
      await workbench.toast('Saved large.bin', downloadTimeoutMs);
    });
    const added = Math.round((peakBytes - beforeBytes) / mebibyte);
    console.log(`      extension host: ${Math.round(beforeBytes / mebibyte)} MiB before, ${added} MiB added`);
    const saved = await readFile(inWorkspace('large.bin'));
    assert.equal(createHash('sha256').update(saved).digest('hex'), sum);
    assert.ok(peakBytes - beforeBytes < maxAddedBytes, `it added ${added} MiB`);
    await rm(outside);
  });

  test('leaves no partial file after a cancelled download', async ({ workbench, sandbox }) => {
    const match = { method: 'GET', path: '/v1/contents/' };
    // The first half arrives, the rest is delayed.
    await sandbox.control('POST', 'faults', { match, times: 1, effect: { kind: 'cut', when: 'in-body' } });
    await sandbox.control('POST', 'faults', { match, skip: 1, effect: { kind: 'latency', ms: 60_000 } });
    await mkdir(inWorkspace('inbox'), { recursive: true });
    const before = await readdir(session().workspaceFolder);
    await withNewest('Save Attachment to Workspace', 'Save Attachment to Workspace', 'large.bin');
    await workbench.input.pickOption(path.basename(session().workspaceFolder));
    await workbench.answerDialog('Keep Both');
    await workbench.toast(/Downloading large\.bin: [1-9][\d.]* MB of 100 MB/);
    const partial = async (): Promise<string[]> =>
      (await readdir(session().workspaceFolder)).filter((name) => name.endsWith('.part'));
    const added = await partial();
    assert.match(added.join(), /^large[^,]*\.bin\.[0-9a-f]{8}\.part$/);
    await workbench.until(async () => (await stat(inWorkspace(added[0] ?? ''))).size > mebibyte);
    await workbench.notificationAction('Downloading large.bin', 'Cancel');
    // VS Code hides the progress at once, even while its task is still running.
    await workbench.until(async () => (await partial()).length === 0);
    assert.deepEqual(await readdir(session().workspaceFolder), before);
  });
});
