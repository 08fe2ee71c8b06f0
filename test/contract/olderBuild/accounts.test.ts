import assert from 'node:assert/strict';
import { challengeOf } from '../../../src/core/auth/brokerClient.ts';
import { brokerStartAddress } from '../../../src/core/auth/signIn/authorizeUrl.ts';
import { readIntegration } from '../../../src/core/auth/signIn/integration.ts';
import { removeStoredSecrets } from '../../../src/core/auth/signIn/removeStoredSecrets.ts';
import { editorCallback } from '../../unit/servers/broker/testEditor.ts';
import { openStored, type Stored, storedOrigin } from './openStored.ts';

describe('secrets stored by build 803f19c', () => {
  let stored: Stored;
  beforeEach(() => {
    stored = openStored();
  });
  afterEach(() => stored.close());

  const idOf = async (email: string): Promise<string> => {
    const account = (await stored.accounts.list()).find(({ label }) => label === email);
    assert.ok(account, email);
    return account.id;
  };
  /** The address of the account's person, from the service. */
  const emailOf = async (accountId: string): Promise<string | undefined> => {
    const { emails } = await stored.pass(stored.clientOf(accountId).getMe());
    return emails?.[0];
  };

  it('returns the same accounts, the last used first', async () => {
    const { ada, broker, ended, token } = stored.facts.people;
    const accounts = await stored.accounts.list();
    assert.deepEqual(
      accounts.map(({ label, kind, baseUrl, state }) => [label, kind, baseUrl, state]),
      [
        [ada, 'integration', storedOrigin, undefined],
        [token, 'personal-token', storedOrigin, undefined],
        [broker, 'broker', storedOrigin, undefined],
        [ended, 'integration', storedOrigin, 'reauth'],
      ],
    );
    assert.equal(accounts[0]?.scopes.length, 5);
    assert.equal(accounts[2]?.brokerUrl, `${storedOrigin}/broker`);
    assert.deepEqual(stored.secrets.writes, [], 'reading changes nothing');
  });

  it('uses the stored access tokens', async () => {
    const { ada, token } = stored.facts.people;
    for (const email of [ada, token]) assert.equal(await emailOf(await idOf(email)), email);
    assert.deepEqual(stored.secrets.writes, []);
  });

  it('refreshes an expired token of an integration', async () => {
    const { ada } = stored.facts.people;
    stored.clock.advance(15 * 86_400_000);
    assert.equal(await emailOf(await idOf(ada)), ada);
    assert.ok(stored.secrets.writes.includes('account.v1'));
  });

  it('refreshes an expired token with the sealed handle of a broker', async () => {
    const { broker } = stored.facts.people;
    assert.equal(await emailOf(await idOf(broker)), broker);
    assert.ok(stored.secrets.writes.includes('account.v1'));
  });

  it('requires a new sign-in after the session has expired', async () => {
    const id = await idOf(stored.facts.people.ended);
    await assert.rejects(emailOf(id), { name: 'SignInRequiredError', label: stored.facts.people.ended });
  });

  it('completes a sign-in that was approved before the update', async () => {
    const account = await stored.pass(stored.flows.complete(stored.facts.callback));
    assert.equal(account?.label, stored.facts.people.approved);
    assert.equal(await emailOf(account?.id ?? ''), stored.facts.people.approved);
    assert.equal((await stored.accounts.list()).length, 5);
  });

  it('completes a sign-in through a broker that started before the update', async () => {
    const key = [...stored.secrets.entries.keys()].find((name) => /^flow\.v1\.[\w-]{22}$/.test(name)) ?? '';
    const { state, verifier } = JSON.parse(stored.secrets.entries.get(key) ?? '') as {
      state: string;
      verifier: string;
    };
    const query = { challenge: challengeOf(verifier), fid: state, cb: editorCallback };
    const page = await stored.browser.signIn(brokerStartAddress(`${storedOrigin}/broker`, query));
    const account = await stored.pass(stored.flows.complete(page.target?.split('?')[1] ?? ''));
    assert.deepEqual([account?.label, account?.kind], [stored.facts.people.ada, 'sandbox']);
    assert.equal(await emailOf(account?.id ?? ''), stored.facts.people.ada);
  });

  it('removes pending sign-ins after ten minutes', async () => {
    stored.clock.advance(11 * 60_000);
    await stored.flows.purgeExpired();
    assert.deepEqual(
      [...stored.secrets.entries.keys()].filter((key) => key.startsWith('flow')),
      [],
    );
  });

  it('reads the integration that was used last', async () => {
    const integration = await readIntegration(stored.secrets, storedOrigin);
    const [ada] = await stored.accounts.list();
    assert.equal(integration?.clientId, ada?.clientId);
    assert.equal(integration?.clientSecret, ada?.clientSecret);
  });

  it('removes all secrets with the stored data', async () => {
    await removeStoredSecrets({ ...stored, otherKeys: ['sandbox.v1'] });
    assert.deepEqual([...stored.secrets.entries.keys()], []);
  });
});
