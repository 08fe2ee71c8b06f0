import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { serializeAccount } from '../../../../src/core/auth/account.ts';
import { passTime } from '../../../fakes/passTime.ts';
import { answer, settle } from '../api/scriptedSend.ts';
import { expired, heldReply, hourMs, key, openTokenSource, refusal, renewal, signedOut } from './openTokenSource.ts';
import { sampleAccount } from './sampleAccount.ts';

describe('the token source, while the account changes', () => {
  it('asks for a sign-in when nobody is signed in', async () => {
    const { accounts, tokens } = await openTokenSource();
    await accounts.remove();
    await assert.rejects(tokens.get(), signedOut);
    await assert.rejects(tokens.renew('access-1'), signedOut);
  });

  it('[S29] lets nothing re-appear after a sign-out during a refresh', async () => {
    const held = heldReply();
    const { secrets, accounts, clock, tokens } = await openTokenSource({}, held.reply);
    clock.advance(hourMs);
    const asked = assert.rejects(tokens.get(), signedOut);
    await settle();
    await accounts.remove();
    held.give(renewal(0));
    await asked;
    await settle();
    assert.equal(secrets.entries.size, 0);
    assert.equal(await accounts.get(), undefined);
  });

  it('[S29] lets nothing re-appear when the sign-out crosses the answer', async () => {
    const held = heldReply();
    const { secrets, accounts, clock, tokens } = await openTokenSource({}, held.reply);
    clock.advance(hourMs);
    const asked = tokens.get().catch((error: unknown) => error);
    await settle();
    held.give(renewal(0));
    const release = secrets.hold('read');
    await settle();
    const removed = accounts.remove();
    release();
    await Promise.all([asked, removed]);
    await settle();
    assert.equal(secrets.entries.size, 0);
    assert.equal(await accounts.get(), undefined);
  });

  it('throws its own tokens away when another window was faster', async () => {
    const held = heldReply();
    const { secrets, clock, tokens } = await openTokenSource({}, held.reply);
    clock.advance(hourMs);
    const asked = tokens.get();
    await settle();
    const newer = serializeAccount(sampleAccount({ accessToken: 'access-9' }));
    secrets.entries.set(key, newer);
    held.give(renewal(0));
    assert.equal(await asked, 'access-9');
    assert.equal(secrets.entries.get(key), newer);
  });

  it('gives the token of somebody else to nobody', async () => {
    const { accounts, tokens } = await openTokenSource();
    await accounts.set(sampleAccount({ id: 'account-2', baseUrl: 'https://other.example', accessToken: 'foreign' }));
    await assert.rejects(tokens.get(), signedOut);
    await assert.rejects(tokens.renew('access-1'), signedOut);
  });

  it('gives the token of somebody else to nobody who waits for a refresh', async () => {
    for (const end of [renewal(0), refusal()]) {
      const held = heldReply();
      const { accounts, clock, source, tokens } = await openTokenSource({}, held.reply);
      clock.advance(hourMs);
      const asked = assert.rejects(tokens.get(), signedOut);
      await settle();
      const later = clock.now() + 2 * hourMs;
      await accounts.set(sampleAccount({ id: 'account-2', accessToken: 'foreign', expiresAtMs: later }));
      held.give(end);
      await passTime(clock, asked);
      assert.equal(await source.of('account-2').get(), 'foreign');
    }
  });

  it('refreshes for a new account though the refresh of the old one still hangs', async () => {
    const held = heldReply();
    const { accounts, clock, source, tokens } = await openTokenSource({}, (index) =>
      index === 0 ? held.reply() : renewal(index),
    );
    clock.advance(hourMs);
    const old = assert.rejects(tokens.get(), signedOut);
    await settle();
    await accounts.set(sampleAccount({ id: 'account-2', accessToken: 'other', refreshToken: 'refresh-other' }));
    assert.equal(await source.of('account-2').get(), 'access-3');
    held.give(renewal(0));
    await old;
    assert.equal((await accounts.get())?.accessToken, 'access-3');
  });

  it('[S37] says nothing secret to the log', async () => {
    const { clock, log, tokens } = await openTokenSource({}, (index) =>
      index === 0 ? answer(500, 'refresh-1') : refusal(),
    );
    clock.advance((hourMs * 2) / 3);
    await tokens.get();
    await settle();
    clock.advance(hourMs);
    await assert.rejects(passTime(clock, tokens.get()), expired);
    assert.ok(log.lines.length > 0);
    assert.doesNotMatch(inspect(log.lines, { depth: 10 }), /access-1|refresh-1|client-secret/);
  });
});
