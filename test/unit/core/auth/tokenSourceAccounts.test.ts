import assert from 'node:assert/strict';
import { parseAccounts } from '../../../../src/core/auth/account.ts';
import type { MemorySecretStore } from '../../../support/fakes/memorySecretStore.ts';
import { answer, settle } from '../api/scriptedSend.ts';
import { delayedBy, heldReply, hourMs, key, openTokenSource, renewal, signedOut } from './openTokenSource.ts';
import { sampleAccount } from './sampleAccount.ts';

describe('the token source, while accounts change', () => {
  it('[S29] restores nothing after a sign-out during a refresh', async () => {
    const held = heldReply();
    const { secrets, accounts, clock, tokens } = await openTokenSource({}, held.reply);
    clock.advance(hourMs);
    const asked = assert.rejects(tokens.get(), signedOut);
    await settle();
    await accounts.remove('account-1');
    held.give(renewal(0));
    await asked;
    await settle();
    assert.equal(secrets.entries.size, 0);
    assert.deepEqual(await accounts.list(), []);
  });

  it('[S28] never returns the token of another account', async () => {
    const { accounts, tokens } = await openTokenSource();
    await accounts.set(sampleAccount({ id: 'account-2', accessToken: 'foreign' }));
    await accounts.remove('account-1');
    await assert.rejects(tokens.get(), signedOut);
    await assert.rejects(tokens.refresh('access-1'), signedOut);
  });

  /** A second, most recent account, whose tokens are as old as those of the first. */
  const second = sampleAccount({ id: 'account-2', accessToken: 'other-1', refreshToken: 'other-refresh-1' });
  const tokensIn = (secrets: MemorySecretStore): Readonly<Record<string, string>> => {
    const record = parseAccounts(secrets.entries.get(key));
    const accounts = record.kind === 'value' ? [record.value.account, ...record.value.others] : [];
    return Object.fromEntries(accounts.map(({ id, accessToken }) => [id, accessToken]));
  };

  it('refreshes two at once with their own refresh tokens, even if one refresh hangs', async () => {
    const held = heldReply();
    const opened = await openTokenSource({}, (index) => (index === 0 ? held.reply() : renewal(index)));
    const { accounts, secrets, clock, sent, source, tokens } = opened;
    await accounts.set(second);
    clock.advance(hourMs);
    const first = tokens.get();
    await settle();
    assert.equal(await source.forAccount('account-2').get(), 'access-3');
    held.give(renewal(0));
    assert.equal(await first, 'access-2');
    assert.deepEqual(tokensIn(secrets), { 'account-1': 'access-2', 'account-2': 'access-3' });
    const sentTokens = sent.map(({ body }) => new URLSearchParams(body.toString()).get('refresh_token'));
    assert.deepEqual(sentTokens, ['refresh-1', 'other-refresh-1']);
  });

  it('defers the refreshes of one account and not of the other', async () => {
    const opened = await openTokenSource({}, (index) => (index === 0 ? answer(503) : renewal(index)));
    const { accounts, clock, source, tokens } = opened;
    await accounts.set(second);
    clock.advance(hourMs);
    await assert.rejects(tokens.get(), delayedBy({ status: 503 }));
    assert.equal(await source.forAccount('account-2').get(), 'access-3');
    await assert.rejects(tokens.get(), delayedBy({ status: 503 }));
  });
});
