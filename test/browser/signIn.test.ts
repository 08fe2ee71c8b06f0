import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { searchFiles } from '../support/harness/searchFiles.ts';
import { test, useWorkbench } from './fixtures.ts';
import { answerSignIn, approveForAddress } from './pages/answerSignIn.ts';

/** The redirect URI of a browser window, where no server listens. */
const callback = 'http://127.0.0.1:4291/callback';
const waiting = 'Complete sign-in in your browser';
const room = 'Code reviews';
const scopes = ['people_read', 'rooms_read', 'messages_read', 'messages_write', 'memberships_read'];

test.describe('Signing in', () => {
  const session = useWorkbench();

  async function signOut(): Promise<void> {
    const { workbench } = session();
    await workbench.runCommand('Roomside: Sign Out');
    assert.match(await workbench.answerDialog('Sign Out'), /Sign out of ada\.park@example\.com\?/);
    await workbench.roomsView.welcomeButton('Sign In').waitFor();
  }

  test('reports declined access, and changes nothing', async ({ workbench, relay }) => {
    await workbench.roomsView.open();
    assert.match(await workbench.roomsView.welcomeText(), /^Share code with your team's rooms/);
    await workbench.screenshot('welcome');
    await workbench.signInThroughSandbox('deny');
    assert.equal(
      await workbench.toast('Access was denied'),
      'Access was denied. You are not signed in. The service says: The user denied the request',
    );
    await workbench.screenshot('sign-in-declined');
    await workbench.roomsView.welcomeButton('Sign In').waitFor();
    assert.deepEqual(relay.secrets, []);
    await workbench.clearNotifications();
  });

  test('shows the rooms after the approval, and requests only the needed scopes', async ({ workbench }) => {
    const page = await workbench.nextPage(() => workbench.roomsView.welcomeButton('Try the Sandbox').click());
    const shown = await answerSignIn(page, 'approve');
    await page.close();
    assert.deepEqual(
      shown.match(/svc:\w+/g),
      scopes.map((scope) => `svc:${scope}`),
    );
    assert.equal(await workbench.statusBar('Signed in'), 'Signed in to the sandbox as ada.park@example.com');
    await workbench.roomsView.expectRoom(room);
    await workbench.screenshot('rooms');
  });

  test('writes no token and no client secret to any file: settings, state or logs', async () => {
    const { workbench, relay, runFolder } = session();
    await workbench.expectOutput('Roomside', 'received a URI for /callback');
    assert.equal(relay.secrets.length, 3, 'a verifier, an access token and a handle');
    for (const planted of relay.secrets) {
      await writeFile(
        path.join(runFolder, 'planted'),
        JSON.stringify(Buffer.from(`{"a":"${planted}"}`).toString('base64')),
      );
      assert.deepEqual((await searchFiles(runFolder, [planted])).holding, ['planted']);
    }
    await rm(path.join(runFolder, 'planted'));
    const { files, holding } = await searchFiles(runFolder, relay.secrets);
    assert.deepEqual(holding, []);
    for (const wanted of [/^user-data.*Roomside\.log$/, /settings\.json$/, /^browser.*Local Storage/]) {
      assert.ok(
        files.some((file) => wanted.test(file)),
        `no file ${wanted} was looked at`,
      );
    }
  });

  test('signs out after a confirmation', async ({ workbench }) => {
    await workbench.runCommand('View: Toggle Panel Visibility');
    await signOut();
    await workbench.roomsView.row(room).first().waitFor({ state: 'detached' });
  });

  test('shows problems of an address or a token in the input box', async () => {
    const { workbench, relay, sandbox, server } = session();
    await workbench.runCommand('Roomside: Sign In');
    await workbench.input.pickOption('Personal Access Token');
    await workbench.input.expectMessage('Address of the messaging service');
    for (const [address, problem] of [
      ['http://example.com', 'The address must begin with https://'],
      ['https://ada@example.com', 'Remove the user name and password from the address.'],
      ['https://', 'This is not a valid address. Use the format https://webexapis.com.'],
    ] as const) {
      await workbench.input.fill(address);
      await workbench.input.expectMessage(problem);
    }
    await workbench.input.cancel();
    const atMe = { match: { path: '/v1/people/me' }, times: 1 };
    await sandbox.control('POST', 'faults', { ...atMe, effect: { kind: 'html' } });
    for (const [address, problem] of [
      [relay.origin, `${new URL(relay.origin).host} answered with a web page.`],
      [relay.origin, 'The service did not accept this token.'],
      [server.origin, 'No messaging service at this address (404). Check the service address.'],
      ['http://127.0.0.1:9', "Couldn't reach 127.0.0.1:9 (ECONNREFUSED)."],
    ] as const) {
      await workbench.enterToken(address, 'invalid-token');
      await workbench.input.expectMessage(problem);
      await workbench.screenshot('token-refused');
      await workbench.input.cancel();
    }
    await workbench.roomsView.welcomeButton('Sign In').waitFor();
  });

  test('signs in with a personal access token', async ({ workbench, relay, sandbox }) => {
    const made = await sandbox.control('POST', 'personal-tokens', { personEmail: 'ada.park@example.com' });
    await workbench.enterToken(relay.origin, `Bearer ${(made as { accessToken: string }).accessToken}`);
    await workbench.input.expectClosed();
    await workbench.statusBar('Signed in as ada.park@example.com');
    await workbench.roomsView.expectRoom(room);
    await signOut();
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
