import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { extensionHostOf, memoryDuring } from '../support/harness/extensionHost.ts';
import { writeRandomFile } from '../support/harness/randomFile.ts';
import { test, useWorkbench } from './fixtures.ts';

const room = 'Design critique';
const mebibyte = 1024 * 1024;
const limitBytes = 100 * mebibyte;
const maxAddedBytes = 40 * mebibyte;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test.describe('Sharing files', () => {
  const session = useWorkbench({ 'files.autoSave': 'off' });
  const inWorkspace = (file: string): string => path.join(session().workspaceFolder, file);
  const shareCurrentFile = () => session().workbench.runCommand('Roomside: Share Current File to Room…');

  async function receivedFiles() {
    return (await session().sandbox.received()).map(({ files, roomTitle, text }) => {
      assert.equal(files.length, 1);
      const { name, byteLength, mediaType, sha256 } = files[0] ?? assert.fail();
      return { name, byteLength, mediaType, sha256, roomTitle, text };
    });
  }

  /** Shares a file from the context menu of the Explorer. */
  async function shareFromExplorer(...names: string[]): Promise<void> {
    const { workbench } = session();
    await workbench.shareTo(room, 'Share File', () => workbench.explorer.contextMenu(names, 'Share File to Room…'));
  }

  test.beforeAll(async () => {
    await session().workbench.enterSandbox();
  });

  test('sends the current file as saved, with its comment', async ({ workbench }) => {
    await workbench.editor.open('release.md');
    await shareCurrentFile();
    await workbench.input.expectTitle('Share Current File (1/2)');
    await workbench.input.findOption(room);
    await workbench.input.expectTitle('Share Current File (2/2)');
    await workbench.input.fill('How we release');
    await workbench.input.acceptActive(`Send to ${room}`);
    await workbench.statusBar(`Shared release.md to ${room}`);
    const bytes = await readFile(inWorkspace('docs/release.md'));
    assert.deepEqual(await receivedFiles(), [
      {
        name: 'release.md',
        byteLength: bytes.byteLength,
        mediaType: 'text/markdown',
        sha256: sha256(bytes),
        roomTitle: room,
        text: 'How we release',
      },
    ]);
  });

  test('asks for the version of a file with unsaved changes, and sends it', async ({ workbench }) => {
    await workbench.editor.open('server.ts');
    await workbench.editor.typeAtTop('const isSaved = false;\n');
    const onDisk = await readFile(inWorkspace('src/server.ts'));
    for (const [version, target] of [
      ['Unsaved Version', room],
      ['Saved Version', 'Code reviews'],
    ] as const) {
      await shareCurrentFile();
      await workbench.input.pickOption(version);
      await workbench.input.expectTitle('Share Current File (1/2)');
      await workbench.input.findOption(target);
      await workbench.input.acceptActive(`Send to ${target}`);
      await workbench.statusBar(`Shared server.ts to ${target}`);
    }
    const [edited, saved] = await receivedFiles();
    assert.equal(edited?.sha256, sha256(Buffer.concat([Buffer.from('const isSaved = false;\n'), onDisk])));
    assert.equal(saved?.sha256, sha256(onDisk));
    await workbench.runCommand('File: Revert File');
    await workbench.page.locator('.tab.dirty').waitFor({ state: 'hidden' });
  });

  test('sends the files selected in the Explorer, one message each', async ({ workbench }) => {
    const names = ['one.txt', 'two.bin', 'Ünïcode 三.txt'];
    for (const name of names) await writeFile(inWorkspace(name), `the content of ${name}\n`);
    await workbench.explorer.open();
    await shareFromExplorer(...names);
    await workbench.statusBar(`Shared 3 files to ${room}`);
    const files = await receivedFiles();
    assert.deepEqual(
      files.map(({ name, sha256 }) => ({ name, sha256 })).sort((a, b) => a.name.localeCompare(b.name)),
      names
        .map((name) => ({ name, sha256: sha256(Buffer.from(`the content of ${name}\n`)) }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    );
  });

  test('uploads 100 MiB with progress, using less than 40 MiB of the extension host', async () => {
    const { workbench, relay, server } = session();
    await writeRandomFile(inWorkspace('warm-up.bin'), 20 * mebibyte);
    const sum = await writeRandomFile(inWorkspace('large.bin'), limitBytes);
    await shareFromExplorer('warm-up.bin');
    await workbench.statusBar(`Shared warm-up.bin to ${room}`);
    relay.hold(30 * mebibyte);
    const { beforeBytes, peakBytes } = await memoryDuring(extensionHostOf(server.processId), async () => {
      await shareFromExplorer('large.bin');
      const progress = await workbench.toast(/: \d\d(\.\d)? MB of 100 MB/);
      assert.match(progress, /^Sharing large\.bin to Design critique: /);
      await workbench.screenshot('upload-progress');
      relay.release();
      await workbench.statusBar(`Shared large.bin to ${room}`);
    });
    const [before, peak, added] = [beforeBytes, peakBytes, peakBytes - beforeBytes].map((n) =>
      Math.round(n / mebibyte),
    );
    console.log(`      extension host: ${before} MiB before, ${peak} MiB at most, ${added} MiB added`);
    assert.ok(peakBytes - beforeBytes < maxAddedBytes, `it added ${added} MiB`);
    const file = (await receivedFiles()).find(({ name }) => name === 'large.bin');
    assert.equal(file?.byteLength, limitBytes);
    assert.equal(file?.sha256, sum);
  });

  test('rejects 101 MiB without sending a byte', async ({ workbench, relay, sandbox }) => {
    await writeFile(inWorkspace('too-large.bin'), '');
    await truncate(inWorkspace('too-large.bin'), 101 * mebibyte);
    await workbench.explorer.file('too-large.bin').waitFor();
    const before = relay.sentBytes;
    await workbench.explorer.contextMenu(['too-large.bin'], 'Share File to Room…');
    const message = await workbench.toast('too-large.bin');
    await workbench.screenshot('file-too-large');
    assert.equal(
      message,
      'too-large.bin is too large (101 MB). The service accepts files up to 100 MB. Nothing was sent.',
    );
    assert.equal(relay.sentBytes, before);
    assert.deepEqual(await sandbox.received(), []);
    await workbench.clearNotifications();
  });

  test('leaves no message after a cancelled upload, and sends the next file', async ({ workbench, relay }) => {
    await workbench.explorer.file('large.bin').waitFor();
    relay.hold(50 * mebibyte);
    const before = relay.sentBytes;
    await shareFromExplorer('large.bin');
    await workbench.toast(/: \d\d(\.\d)? MB of 100 MB/);
    await workbench.notificationAction('Sharing large.bin', 'Cancel');
    await workbench.statusBar(`Canceled. 0 of 1 shared to ${room}`);
    await workbench.notification('Sharing large.bin').first().waitFor({ state: 'hidden' });
    assert.ok(relay.sentBytes - before < limitBytes);
    relay.release();
    await shareFromExplorer('one.txt');
    await workbench.statusBar(`Shared one.txt to ${room}`);
    assert.deepEqual(
      (await receivedFiles()).map(({ name }) => name),
      ['one.txt'],
    );
    await workbench
      .notification(/Sharing|Couldn't share/)
      .first()
      .waitFor({ state: 'hidden' });
  });

  test('downloads a file byte for byte', async ({ workbench }) => {
    const bytes = await readFile(inWorkspace('src/server.ts'));
    await workbench.runCommand('Roomside: Download Attachment…');
    await workbench.input.expectTitle('Download Attachment (1/2)');
    await workbench.input.findOption('Code reviews');
    await workbench.input.expectTitle('Download Attachment (2/2)');
    await workbench.input.pickOption('server.ts'); // the newest, as last saved
    await workbench.input.expectTitle('Save Attachment');
    await workbench.input.accept();
    await workbench.toast('Saved server.ts');
    assert.deepEqual(await readFile(inWorkspace('server.ts')), bytes);
  });
});
