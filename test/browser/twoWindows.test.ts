import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, useWorkbench } from './fixtures.ts';
import { answerWithoutEditor } from './pages/answerSignIn.ts';
import { shareKeyring } from './pages/sharedKeyring.ts';
import { Workbench } from './pages/workbench.ts';

const callback = 'code-oss://roomside.roomside/callback';
const signedIn = 'Signed in to the sandbox as ada.park@example.com';
const room = 'Code reviews';

test.describe('Two windows of one profile', () => {
  const session = useWorkbench();
  let other: Workbench | undefined;

  test.beforeAll(async () => {
    const { workbench, context, server, runFolder } = session();
    await shareKeyring(context);
    await workbench.reload();
    const folder = path.join(runFolder, 'other-workspace');
    await mkdir(folder);
    await writeFile(path.join(folder, 'README.md'), 'Another workspace.\n');
    const page = await context.newPage();
    await page.goto(`${server.origin}/?folder=${encodeURIComponent(folder)}`, { waitUntil: 'commit' });
    other = new Workbench(page, path.dirname(await workbench.screenshot('two-windows')));
    await other.untilReady();
    for (const window of [other, workbench]) {
      await window.page.bringToFront();
      await window.roomsView.open();
      await window.roomsView.welcomeButton('Sign In').waitFor();
    }
  });

  /** Starts in one window, and approves in a browser that does not return to that window. */
  async function approve(from: Workbench): Promise<string> {
    await from.page.bringToFront();
    const page = await from.nextPage(() => from.runCommand('Roomside: Try the Sandbox'));
    const copied = await answerWithoutEditor(page, 'approve');
    await page.close();
    return `${callback}?${copied}`;
  }

  test('[S7] complete a sign-in that the other window started, and end its wait', async ({ workbench, sandbox }) => {
    assert.ok(other);
    const address = await approve(workbench);
    await other.page.bringToFront();
    await other.openAddress(address);
    // The message is visible only for some seconds.
    await workbench.statusBar(signedIn);
    await other.roomsView.expectRoom(room);
    await workbench.page.bringToFront();
    await workbench.roomsView.expectRoom(room);
    await workbench.notification('Complete sign-in in your browser').first().waitFor({ state: 'hidden' });
    await workbench.screenshot('two-windows-starter');
    const counts = (await sandbox.control('GET', 'counts')) as Record<string, number>;
    assert.equal(counts['POST /v1/access_token'], 1, 'the code was redeemed once');
  });

  test('sign out together', async ({ workbench }) => {
    assert.ok(other);
    await workbench.runCommand('Roomside: Sign Out');
    await workbench.answerDialog('Sign Out');
    for (const window of [workbench, other]) await window.roomsView.welcomeButton('Sign In').waitFor();
  });

  test('[S8] complete a sign-in that the other window started before its reload', async ({ workbench }) => {
    assert.ok(other);
    const address = await approve(workbench);
    await workbench.page.bringToFront();
    await workbench.reload();
    await workbench.roomsView.open();
    await workbench.roomsView.welcomeButton('Sign In').waitFor();
    await other.page.bringToFront();
    await other.openAddress(address);
    for (const window of [other, workbench]) await window.roomsView.expectRoom(room);
  });
});
