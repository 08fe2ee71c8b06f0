import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { filesBelow } from '../support/harness/filesBelow.ts';
import { test, useWorkbench } from './fixtures.ts';
import { answerSignIn, answerWithoutEditor, signInAs } from './pages/answerSignIn.ts';
import { textOf } from './pages/textOf.ts';

const callback = 'code-oss://roomside.roomside/callback';
const waiting = 'Complete sign-in in your browser';
const slow = 'Still waiting? Complete sign-in in the browser and choose Open when asked.';
const ignored = 'ignored a callback that belongs to no pending sign-in';
const room = 'Code reviews';
const phrasePattern = /[0-9A-HJKMNP-TV-Z]{4}[-\u2011][0-9A-HJKMNP-TV-Z]{4}/;

test.describe('Signing in through a broker', () => {
  const session = useWorkbench();

  /** Starts a sign-in and waits for the page of the service, to which the broker redirects. */
  async function begin(act?: () => Promise<void>): Promise<Page> {
    const { workbench } = session();
    const page = await workbench.nextPage(act ?? (() => workbench.runCommand('Roomside: Try the Sandbox')));
    await page.waitForURL(/\/v1\/authorize\?.*redirect_uri=[^&]*%2Fbroker%2Fcallback&/);
    return page;
  }

  async function expectSignedIn(): Promise<void> {
    const { workbench } = session();
    // The message that disappears by itself comes first.
    await workbench.statusBar('Signed in to the sandbox as ada.park@example.com');
    await workbench.roomsView.expectRoom(room);
    await workbench.notification(waiting).first().waitFor({ state: 'hidden' });
  }

  async function listingCount(): Promise<number> {
    const counts = (await session().sandbox.control('GET', 'counts')) as Record<string, number>;
    return counts['GET /v1/rooms'] ?? 0;
  }

  async function signOut(): Promise<void> {
    const { workbench } = session();
    await workbench.runCommand('Roomside: Sign Out');
    await workbench.answerDialog('Sign Out');
    await workbench.roomsView.welcomeButton('Sign In').waitFor();
  }

  /** Lines of Roomside's logs that contain this text. */
  async function logLines(text: string): Promise<readonly string[]> {
    const { runFolder } = session();
    const logs = (await filesBelow(path.join(runFolder, 'user-data'))).filter((file) => file.endsWith('Roomside.log'));
    const texts = await Promise.all(logs.map((file) => readFile(file, 'utf8')));
    return texts.flatMap((log) => log.split('\n')).filter((line) => line.includes(text));
  }

  test('leads from the approval over the page of the broker to the rooms, without questions', async ({
    workbench,
    sandbox,
  }) => {
    await workbench.roomsView.open();
    const page = await begin();
    await workbench.page.bringToFront();
    // The notification appears before its match phrase.
    await workbench.notification(waiting).filter({ hasText: phrasePattern }).waitFor();
    await workbench.screenshot('broker-waiting');
    await page.bringToFront();
    await signInAs(page);
    await workbench.screenshot('broker-approve', page);
    await answerSignIn(page, 'approve');
    await page.close();
    await expectSignedIn();
    const counts = (await sandbox.control('GET', 'counts')) as Record<string, number>;
    assert.equal(counts['POST /v1/access_token'], 1);
    await signOut();
  });

  test('reports declined access on the page and in the editor, and changes nothing', async ({ workbench, relay }) => {
    const before = relay.secrets.length;
    const page = await begin();
    await page.route(/\/callback\?.*flow=/, (route) => route.fulfill({ status: 204 }));
    await signInAs(page);
    await page.getByRole('button', { name: 'Deny', exact: true }).click();
    await page.getByText('No access was given and nothing was changed.').waitFor();
    await workbench.screenshot('broker-denied-page', page);
    await page.unrouteAll();
    await page.getByRole('link', { name: /^Open / }).click();
    assert.equal(
      await workbench.toast('Access was denied'),
      'Access was denied. You are not signed in. The service says: The user denied the request',
    );
    await page.close();
    await workbench.page.bringToFront();
    await workbench.screenshot('broker-denied');
    await workbench.roomsView.welcomeButton('Sign In').waitFor();
    assert.equal(relay.secrets.length, before);
    await workbench.clearNotifications();
  });

  test('[S8] completes once after a reload of the window, and ignores a second callback', async ({
    workbench,
    relay,
  }) => {
    const page = await begin();
    await workbench.page.bringToFront();
    await workbench.reload();
    await workbench.roomsView.open();
    await workbench.roomsView.welcomeButton('Sign In').waitFor();
    // The new window does not listen at the address of the old one. Desktops pass the URI in this way.
    const copied = await answerWithoutEditor(page, 'approve');
    await page.close();
    await workbench.openAddress(`${callback}?${copied}`);
    await workbench.roomsView.expectRoom(room);
    const { accessToken } = relay;
    const before = (await logLines(ignored)).length;

    await workbench.openAddress(`${callback}?${copied}`);
    await workbench.expectOutput('Roomside', ignored);
    assert.equal((await logLines(ignored)).length, before + 1);
    await workbench.expectNoNotification(/sign|callback|code/i);
    const listings = await listingCount();
    await workbench.roomsView.titleAction('Refresh Rooms');
    await workbench.until(async () => (await listingCount()) > listings);
    assert.equal(relay.accessToken, accessToken);
    assert.deepEqual(await logLines(copied), [], 'no line has the code');
  });

  test.describe('with delay', () => {
    useWorkbench({}, { timings: { signInReminderMs: 1_000 } });
    test.beforeAll(({ workbench }) => workbench.roomsView.open());

    test('takes a pasted code if the browser cannot open the editor, and shows the same match phrase', async ({
      workbench,
    }) => {
      const page = await begin();
      const copied = await answerWithoutEditor(page, 'approve');
      assert.match(copied, /^flow=[\w-]{22}&code=[\w.-]+$/);
      const phrase = phrasePattern.exec(await textOf(page.locator('main')))?.[0] ?? 'none';
      await workbench.screenshot('broker-return-page', page);
      await workbench.page.bringToFront();
      assert.equal(await workbench.toast(slow), `${slow} Paste Code · Restart`);
      await workbench.screenshot('broker-slow');
      await workbench.notificationLink(slow, 'Paste Code');
      await workbench.input.expectMessage(`Check that the page also shows ${phrase}`);
      await workbench.screenshot('broker-paste');
      await workbench.input.fill('what the page said');
      await workbench.input.accept();
      await workbench.input.expectMessage('This is not the complete code. Copy all of it, beginning with flow=.');
      await workbench.input.fill(copied);
      await workbench.input.accept();
      await page.close();
      await expectSignedIn();
      await workbench.input.expectClosed();
      await signOut();
    });

    test('starts again after the browser tab was closed', async ({ workbench }) => {
      const closed = await begin();
      const address = closed.url();
      await closed.close();
      await workbench.toast(slow);
      const page = await begin(() => workbench.notificationLink(slow, 'Restart'));
      assert.notEqual(page.url(), address);
      await answerSignIn(page, 'approve');
      await page.close();
      await expectSignedIn();
      await workbench.notification(slow).first().waitFor({ state: 'hidden' });
      await signOut();
    });
  });
});
