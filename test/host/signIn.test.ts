import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { describeWithBrowser, inBrowser } from '../browser/pages/browserBridge.ts';
import { searchFiles } from '../support/harness/searchFiles.ts';
import { signOut, useNoAccount } from '../support/host/account.ts';
import { logLines } from '../support/host/extensionLog.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { receiveUri } from '../support/host/receivedUris.ts';
import { relayBeforeAll } from '../support/host/relayedSandbox.ts';
import { requestCount } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { workspaceFolder } from '../support/host/workspaceFiles.ts';

const signInFirst = 'Sign in to Roomside first.';
const someState = 'A'.repeat(43);

const tokenRequests = (): Promise<number> => requestCount('POST /v1/access_token');

const relay = relayBeforeAll();

describe('Before the first sign-in', () => {
  useNoAccount();
  const messages = useMessages();
  const inputs = useQuickInputs();

  for (const name of ['sendMessage', 'openAttachment']) {
    it(`roomside.${name} asks only for that`, async () => {
      await commands.executeCommand('workbench.action.files.newUntitledFile');
      await commands.executeCommand(`roomside.${name}`);
      const { text, buttons } = await messages().next();
      assert.equal(text, signInFirst);
      assert.deepEqual(buttons, ['Sign In']);
      assert.equal(inputs().openedCount, 0);
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    });
  }

  it('the message leads to all ways of signing in', async () => {
    await commands.executeCommand('roomside.sendMessage');
    (await messages().next()).answer('Sign In');
    const roads = await inputs().next();
    assert.equal(roads.title, 'Sign In');
    const kinds = roads.rows.map((row) => row.split(' | ')[0]);
    assert.deepEqual(kinds, ['Your Organization', 'Your Own Integration', 'Personal Access Token', 'The Sandbox']);
    assert.equal(roads.active, 'Your Organization');
  });
});

describeWithBrowser('Addresses from outside', () => {
  const messages = useMessages();

  it('change nothing and show nothing', async () => {
    const before = await tokenRequests();
    for (const [path, query] of [
      ['/other', `code=c&state=${someState}`],
      ['/callback/more', `code=c&state=${someState}`],
      ['/callback', `code=c&state=${someState}`],
      ['/callback', 'token=t&access_token=t'],
      ['/callback', `error=access_denied&state=${someState}`],
      ['/callback', ''],
    ] as const) {
      await receiveUri(path, query);
    }
    await commands.executeCommand('roomside.sendMessage');
    assert.equal((await messages().next()).text, signInFirst);
    assert.equal(messages().all.length, 1);
    assert.equal(await tokenRequests(), before);
  });
});

describeWithBrowser('Signing in to the sandbox', () => {
  const messages = useMessages();
  it('ends only with the response to its own request on its own path', async () => {
    const before = await tokenRequests();
    const done = commands.executeCommand('roomside.trySandbox');
    const copied = await inBrowser('copySignInCode');
    const [, flow = ''] = /^flow=([\w-]{22})&code=[\w.-]+$/.exec(copied) ?? [];
    await receiveUri('/other', copied);
    await receiveUri('/callback', copied.replace(flow, 'A'.repeat(22)));
    await receiveUri('/callback', `${copied}&error=access_denied`);
    await receiveUri('/callback', `${copied}&state=${someState}`);
    await receiveUri('/callback', copied.replace('flow=', 'state='));
    assert.equal(await tokenRequests(), before);
    assert.deepEqual(messages().all, []);
    await receiveUri('/callback', copied);
    await done;
    assert.equal(await tokenRequests(), before + 1);
    await receiveUri('/callback', copied);
    assert.equal(await tokenRequests(), before + 1, 'a sign-in serves once');
    assert.deepEqual(messages().all, []);
    await signOut();
  });

  it('[S37] writes no secret to the log at any level, nor to any file', async () => {
    assert.ok(relay().secrets.length >= 3, 'a verifier, an access token and a handle came by');
    const secrets = [...relay().secrets, process.env.ROOMSIDE_SANDBOX_CONTROL_KEY ?? ''];
    assert.ok(secrets.every((secret) => secret.length > 10));
    const log = logLines().map(({ text }) => text);
    assert.ok(log.some((line) => line.includes('/v1/rooms')));
    for (const secret of [...secrets, 'code=', 'state=', 'Bearer']) {
      assert.deepEqual(
        log.filter((line) => line.includes(secret)),
        [],
      );
    }
    const { files, holding } = await searchFiles(`${workspaceFolder()}/../user-data`, secrets);
    assert.ok(files.some((file) => file.endsWith('Roomside.log')));
    assert.deepEqual(holding, []);
  });
});
