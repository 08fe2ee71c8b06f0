import assert from 'node:assert/strict';
import { authentication, commands, type Disposable } from 'vscode';
import { hasBrowser, inBrowser } from '../browser/pages/browserBridge.ts';
import { signIn, signOut, useNoAccount } from '../support/host/account.ts';
import { useQuickInputs } from '../support/host/quickInputs.ts';
import { relayBeforeAll } from '../support/host/relayedSandbox.ts';
import { useMessages } from '../support/host/shownMessages.ts';

const [ada, tom] = ['ada.park@example.com', 'tom.becker@example.com'] as const;
const scopes = ['svc:rooms_read'];

relayBeforeAll();

/** The accounts in the Accounts menu. */
async function labels(): Promise<readonly string[]> {
  return (await authentication.getAccounts('roomside')).map(({ label }) => label).sort();
}

/** The person that a token belongs to, according to the service. */
async function personOf(accessToken: string): Promise<string | undefined> {
  const response = await fetch(`${process.env.ROOMSIDE_SANDBOX_ORIGIN}/v1/people/me`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  return ((await response.json()) as { emails?: readonly string[] }).emails?.[0];
}

// Signing in uses a browser; on the desktop that would be the user's own.
if (hasBrowser()) {
  describe('The authentication provider', () => {
    useNoAccount();
    const messages = useMessages();
    const inputs = useQuickInputs();
    let changes = 0;
    let subscription: Disposable | undefined;
    before(() => {
      subscription = authentication.onDidChangeSessions(({ provider }) => {
        if (provider.id === 'roomside') changes += 1;
      });
    });
    after(() => subscription?.dispose());

    it('[S34] reports each account that signs in with Roomside once', async () => {
      changes = 0;
      await signIn();
      assert.deepEqual(await labels(), [ada]);
      await signIn(tom);
      assert.deepEqual(await labels(), [ada, tom].sort());
      assert.equal(changes, 2);
    });

    it('returns no session to other extensions without the consent that VS Code asks for', async () => {
      assert.equal(await authentication.getSession('roomside', scopes, { silent: true }), undefined);
    });

    it('[S39] returns, with consent, a valid session of the chosen account', async () => {
      assert.equal(await authentication.getSession('roomside', scopes), undefined);
      // Uses the item of the Accounts menu: VS Code does not let tests open the dialog of an interactive request.
      const granting = commands.executeCommand('roomsideroomside.roomsideAccess');
      await inBrowser('pickOption', tom);
      await granting;
      const session = await authentication.getSession('roomside', scopes, { silent: true });
      assert.ok(session !== undefined);
      assert.equal(session.account.label, tom);
      assert.ok(scopes.every((scope) => session.scopes.includes(scope)));
      assert.equal(await personOf(session.accessToken), tom);
      const again = await authentication.getSession('roomside', scopes, { silent: true });
      assert.deepEqual([again?.id, again?.account], [session.id, session.account]);
    });

    it('lets a window choose an account, and names the active one when that signs out', async () => {
      for (const label of [ada, tom]) {
        const done = commands.executeCommand('roomside.switchAccount');
        const list = await inputs().next();
        assert.equal(list.title, 'Switch Account');
        assert.equal(list.rows.length, 4);
        await list.choose(label);
        await done;
        const leaving = commands.executeCommand('roomside.signOut');
        const question = await messages().next();
        assert.equal(question.text, `Sign out of ${label}?`);
        question.answer();
        await leaving;
      }
    });

    it('[S34] [S41] removes each account that signs out, and reports it once', async () => {
      changes = 0;
      await signOut();
      assert.deepEqual(await labels(), [ada]);
      assert.equal(await authentication.getSession('roomside', scopes, { silent: true }), undefined);
      await signOut();
      assert.deepEqual(await labels(), []);
      assert.equal(changes, 2);
    });
  });
}
