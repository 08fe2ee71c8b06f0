import assert from 'node:assert/strict';
import { authentication, commands, type Disposable, extensions } from 'vscode';
import { describeWithBrowser, inBrowser } from '../browser/pages/browserBridge.ts';
import { newToken, signIn, signInWithToken, signOut, useNoAccount } from '../support/host/account.ts';
import { paste, useInputBoxes } from '../support/host/inputBoxes.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { relayBeforeAll } from '../support/host/relayedSandbox.ts';
import { sandboxControl } from '../support/host/sandboxControl.ts';
import { useMessages } from '../support/host/shownMessages.ts';
import { statusItemOfRun } from '../support/host/statusItems.ts';
import { treeViewOfRun } from '../support/host/treeViews.ts';
import { waitUntilTrue } from '../support/host/waitUntilTrue.ts';

const ada = 'ada.park@example.com';
const scopes = ['svc:rooms_read'];

const roomsView = treeViewOfRun('roomside.rooms');
const statusItem = statusItemOfRun();

/** What stays in the status bar. What was done last is there for seconds, before it. */
function shownItem() {
  const item = statusItem();
  return item?.text.startsWith('$(check)') ? undefined : item;
}

relayBeforeAll();

/** The accounts in the Accounts menu. */
async function labels(): Promise<readonly string[]> {
  return (await authentication.getAccounts('roomside')).map(({ label }) => label);
}

/** The person that a token belongs to, according to the service. */
async function personOf(accessToken: string): Promise<string | undefined> {
  const response = await fetch(`${process.env.ROOMSIDE_SANDBOX_ORIGIN}/v1/people/me`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  return ((await response.json()) as { emails?: readonly string[] }).emails?.[0];
}

describeWithBrowser('The authentication provider', () => {
  useNoAccount();
  let changes = 0;
  let subscription: Disposable | undefined;
  before(() => {
    subscription = authentication.onDidChangeSessions(({ provider }) => {
      if (provider.id === 'roomside') changes += 1;
    });
  });
  after(() => subscription?.dispose());

  it('[S34] reports an account that signs in once', async () => {
    changes = 0;
    await signIn();
    assert.deepEqual(await labels(), [ada]);
    assert.equal(changes, 1);
  });

  it('returns no session to other extensions without the consent that VS Code asks for', async () => {
    assert.equal(await authentication.getSession('roomside', scopes, { silent: true }), undefined);
  });

  it('[S39] returns, with consent, a valid session of the account', async () => {
    assert.equal(await authentication.getSession('roomside', scopes), undefined);
    // Uses the item of the Accounts menu: VS Code does not let tests open the dialog of an interactive request.
    const granting = commands.executeCommand('roomsideroomside.roomsideAccess');
    await inBrowser('pickOption', ada);
    await granting;
    const session = (await authentication.getSession('roomside', scopes, { silent: true })) ?? assert.fail();
    assert.equal(session.account.label, ada);
    assert.ok(scopes.every((scope) => session.scopes.includes(scope)));
    assert.equal(await personOf(session.accessToken), ada);
    const again = await authentication.getSession('roomside', scopes, { silent: true });
    assert.deepEqual([again?.id, again?.account], [session.id, session.account]);
  });

  it('[S34] [S41] removes an account that signs out, and reports it once', async () => {
    changes = 0;
    await signOut();
    assert.deepEqual(await labels(), []);
    assert.equal(await authentication.getSession('roomside', scopes, { silent: true }), undefined);
    assert.equal(changes, 1);
  });
});

// Before the tests that share: their Undo would be in the status bar.
describe('An expired session', () => {
  useNoAccount();
  const messages = useMessages();
  const inputs = useQuickInputs();
  const boxes = useInputBoxes();
  before(async () => extensions.getExtension('roomside.roomside')?.activate());

  it('shows in the status bar and above the rooms; Sign In repeats the kind of sign-in', async () => {
    const token = await newToken();
    await signInWithToken(token);
    assert.equal(shownItem(), undefined);
    await sandboxControl('POST', 'tokens/revoke', { accessToken: token });
    await commands.executeCommand('roomside.refreshRooms');
    const isExpired = () => shownItem()?.text === '$(account) Roomside: session expired';
    await waitUntilTrue('the status bar tells, after the service was asked again', isExpired);
    assert.match(String(shownItem()?.tooltip), /^Your session for ada\.park@example\.com has expired\./);
    assert.equal(shownItem()?.command, 'roomside.signIn');
    assert.equal(roomsView().message, 'Your session for ada.park@example.com has expired. Sign in again to continue.');

    const askedAgain = boxes().next();
    const again = commands.executeCommand('roomside.signIn');
    const box = await askedAgain;
    assert.equal(inputs().openedCount, 0, 'asks neither for the kind of sign-in nor for the address');
    assert.match(box.prompt ?? '', /^Personal access token for /);
    await paste(box, await newToken());
    await again;
    await waitUntilTrue('the status bar shows nothing', () => shownItem() === undefined);
    // Although a hidden view does not list the rooms.
    await waitUntilTrue('the view shows no message', () => !roomsView().message);
    await signOut();
    for (const message of messages().all) assert.match(message.text, /has expired\./);
  });
});
