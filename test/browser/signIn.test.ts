import assert from 'node:assert/strict';
import { test, useWorkbench } from './fixtures.ts';
import { approveForAddress, approveSignIn, signInAs } from './pages/approveSignIn.ts';
import { findingsInColors } from './pages/seriousFindings.ts';

/** The redirect URI of a browser window, where no server listens. */
const callback = 'http://127.0.0.1:4291/callback';
const waiting = 'Complete sign-in in your browser';
const room = 'Code reviews';
const scopes = ['people_read', 'rooms_read', 'messages_read', 'messages_write', 'memberships_read'];

test.describe('Signing in', () => {
  useWorkbench();

  test('leads over the page of the broker to the rooms, requests only the needed scopes, and signs out', async ({
    workbench,
    sandbox,
  }) => {
    await workbench.roomsView.open();
    assert.match(await workbench.roomsView.welcomeText(), /^Share code with your team's rooms/);
    await workbench.picture('welcome');
    const page = await workbench.nextPage(() => workbench.roomsView.welcomeButton('Try the Sandbox').click());
    await page.waitForURL(/\/v1\/authorize\?.*redirect_uri=[^&]*%2Fbroker%2Fcallback&/);
    await workbench.page.bringToFront();
    // The page with the phrase does not stay: it leads back to the editor in the browser.
    await workbench.notification(`${waiting}.`).first().waitFor();
    await workbench.picture('broker-waiting');
    await page.bringToFront();
    assert.deepEqual(await findingsInColors(page), []);
    await signInAs(page);
    assert.deepEqual(await findingsInColors(page), []);
    await workbench.picture('broker-approve', page);
    const shown = await approveSignIn(page);
    await page.close();
    // The message that disappears by itself comes first.
    assert.equal(await workbench.statusBar('Signed in'), 'Signed in to the sandbox as ada.park@example.com');
    await workbench.roomsView.expectRoom(room);
    await workbench.notification(waiting).first().waitFor({ state: 'hidden' });
    await workbench.picture('rooms');
    const needed = scopes.map((scope) => `svc:${scope}`);
    assert.deepEqual(shown.match(/svc:\w+/g), needed);
    const counts = (await sandbox.control('GET', 'counts')) as Record<string, number>;
    assert.equal(counts['POST /v1/access_token'], 1);

    await workbench.runCommand('Roomside: Sign Out');
    assert.match(await workbench.answerDialog('Sign Out'), /Sign out of ada\.park@example\.com\?/);
    await workbench.roomsView.welcomeButton('Sign In').waitFor();
    await workbench.roomsView.row(room).first().waitFor({ state: 'detached' });
  });

  test("signs in with the user's integration, accepting only the response to its own request", async ({
    workbench,
    relay,
    sandbox,
  }) => {
    const registration = { name: 'Our own', redirectUris: [callback], scopes: scopes.map((scope) => `svc:${scope}`) };
    const made = await sandbox.control('POST', 'integrations', registration);
    const { clientId, clientSecret } = made as { clientId: string; clientSecret: string };
    await workbench.runCommand('Roomside: Sign In');
    await workbench.input.pickOption('Your Own Integration');
    await workbench.input.expectMessage('Address of the messaging service');
    await workbench.input.fill(relay.origin);
    await workbench.input.accept();
    await workbench.answerDialog('Continue');
    await workbench.input.expectMessage(`registered with the redirect URI ${callback}`);
    await workbench.input.fill(clientId);
    await workbench.input.accept();
    await workbench.input.expectMessage('Client secret');
    await workbench.input.fill(clientSecret);
    const page = await workbench.nextPage(() => workbench.input.accept());
    await workbench.toast(waiting);

    await workbench.openAddress(`code-oss://roomside.roomside/callback?code=forged&state=${'A'.repeat(43)}`);
    await workbench.expectOutput('Roomside', 'ignored a callback that belongs to no pending sign-in');
    await workbench.roomsView.welcomeButton('Sign In').waitFor();

    const answer = await approveForAddress(page);
    await page.close();
    assert.ok(answer.startsWith(`${callback}?`), answer);
    // The next input has replaced the box.
    await workbench.notificationLink(
      'Complete sign-in in the browser, then paste the address of the last page.',
      'Paste Address',
    );
    await workbench.input.expectMessage('Paste the address of the last page in the browser');
    await workbench.input.fill(answer);
    await workbench.input.accept();
    await workbench.statusBar('Signed in as ada.park@example.com');
    await workbench.roomsView.expectRoom(room);
    await workbench.notification('Complete sign-in').first().waitFor({ state: 'hidden' });
  });
});
