import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { memoryDuring } from '../support/harness/extensionHost.ts';
import { writeRandomFile } from '../support/harness/randomFile.ts';
import { test, useWorkbench } from './fixtures.ts';

const room = 'Design critique';
const mebibyte = 1024 * 1024;
const limitBytes = 100 * mebibyte;
const maxAddedBytes = 40 * mebibyte;

test.describe('Sharing files', () => {
  const session = useWorkbench();
  const inWorkspace = (file: string): string => path.join(session().workspaceFolder, file);

  async function receivedFiles() {
    return (await session().sandbox.received()).map(({ files }) => {
      assert.equal(files.length, 1);
      return files[0] ?? assert.fail();
    });
  }

  /** Shares a file from the context menu of the Explorer. */
  async function shareFromExplorer(...names: string[]): Promise<void> {
    const { workbench } = session();
    await workbench.shareTo(room, 'Share File', () => workbench.explorer.contextMenu(names, 'Share File to Room…'));
  }

  test.beforeAll(({ workbench, sandbox }) => workbench.signIn(sandbox));

  test('sends the files selected in the Explorer, one message each, and downloads one again', async ({ workbench }) => {
    const contents = ['one.txt', 'two.bin', 'Ünïcode 三.txt'].map(
      (name) => [name, `the content of ${name}\n`] as const,
    );
    for (const [name, content] of contents) await writeFile(inWorkspace(name), content);
    await workbench.explorer.open();
    await shareFromExplorer(...contents.map(([name]) => name));
    await workbench.statusBar(`Shared 3 files to ${room}`);
    const files = (await receivedFiles()).map(({ name, sha256 }) => [name, sha256]);
    assert.deepEqual(
      files.sort(),
      contents.map(([name, content]) => [name, createHash('sha256').update(content).digest('hex')]).sort(),
    );

    await rm(inWorkspace('one.txt'));
    await workbench.runCommand('Roomside: Open Attachment…');
    await workbench.input.expectTitle('Open Attachment (1/2)');
    await workbench.input.findOption(room);
    await workbench.input.expectTitle('Open Attachment (2/2)');
    await workbench.input.pickOption('one.txt');
    await workbench.page.locator('.tab.active', { hasText: 'one.txt' }).waitFor();
    await workbench.runCommand('Roomside: Download Attachment…');
    await workbench.input.expectTitle('Save Attachment');
    await workbench.input.accept();
    await workbench.toast('Saved one.txt');
    assert.equal(await readFile(inWorkspace('one.txt'), 'utf8'), 'the content of one.txt\n');
  });

  test('uploads 100 MiB with progress, using less than 40 MiB of the extension host; Cancel leaves no message', async () => {
    const { workbench, relay } = session();
    const progress = /: \d\d(\.\d)? MB of 100 MB/;
    const sum = await writeRandomFile(inWorkspace('large.bin'), limitBytes);
    const sentBefore = relay.sentBytes;
    const { beforeBytes, peakBytes } = await memoryDuring(await workbench.extensionHostId(), async () => {
      relay.hold(50 * mebibyte);
      await shareFromExplorer('large.bin');
      await workbench.toast(progress);
      await workbench.notificationAction('Sharing large.bin', 'Cancel');
      await workbench.statusBar(/Canceled$/);
      await workbench.notification('Sharing large.bin').first().waitFor({ state: 'hidden' });
      assert.ok(relay.sentBytes - sentBefore < limitBytes);
      relay.release();
      assert.deepEqual(await receivedFiles(), []);

      relay.hold(30 * mebibyte);
      await shareFromExplorer('large.bin');
      assert.match(await workbench.toast(progress), /^Sharing large\.bin to Design critique: /);
      await workbench.picture('upload-progress');
      relay.release();
      await workbench.statusBar(`Shared large.bin to ${room}`);
    });
    const [before, peak, added] = [beforeBytes, peakBytes, peakBytes - beforeBytes].map((n) =>
      Math.round(n / mebibyte),
    );
    console.log(`      extension host: ${before} MiB before, ${peak} MiB at most, ${added} MiB added`);
    assert.ok(peakBytes - beforeBytes < maxAddedBytes, `it added ${added} MiB`);
    const [file, ...others] = await receivedFiles();
    assert.deepEqual([file?.name, file?.byteLength, file?.sha256, others], ['large.bin', limitBytes, sum, []]);
  });
});
