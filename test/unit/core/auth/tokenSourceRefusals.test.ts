import assert from 'node:assert/strict';
import { serializeAccount } from '../../../../src/core/auth/account.ts';
import { answer, settle } from '../api/scriptedSend.ts';
import { expired, heldReply, hourMs, key, openTokenSource, refusal } from './openTokenSource.ts';
import { sampleAccount } from './sampleAccount.ts';

const minuteMs = 60_000;
const sequence = (length: number) => Array.from({ length }, (_, index) => index);

describe('the token source, after a refusal', () => {
  it('refreshes once for ten requests that were refused together', async () => {
    const { sent, tokens } = await openTokenSource();
    const given = await Promise.all(sequence(10).map(() => tokens.renew('access-1')));
    assert.deepEqual([...new Set(given)], ['access-2']);
    assert.equal(sent.length, 1);
  });

  it('gives a request that was refused late the token that is there already', async () => {
    const { sent, tokens } = await openTokenSource();
    await tokens.renew('access-1');
    assert.equal(await tokens.renew('access-1'), 'access-2');
    assert.equal(sent.length, 1);
  });

  it('shares the refresh that is under way', async () => {
    const { clock, sent, tokens } = await openTokenSource();
    clock.advance(hourMs);
    assert.deepEqual(await Promise.all([tokens.get(), tokens.renew('access-1')]), ['access-2', 'access-2']);
    assert.equal(sent.length, 1);
  });

  it('takes the newer token of another window instead of refreshing, announced or not', async () => {
    const { secrets, sent, tokens } = await openTokenSource();
    secrets.entries.set(key, serializeAccount(sampleAccount({ accessToken: 'access-9' })));
    assert.equal(await tokens.renew('access-1'), 'access-9');
    assert.deepEqual(sent, []);
  });

  it('ends the session when there is no refresh token, without asking the service', async () => {
    const { secrets, accounts, sent, tokens } = await openTokenSource();
    const { refreshToken, ...fixed } = sampleAccount();
    secrets.entries.set(key, serializeAccount(fixed));
    await accounts.reread();
    await assert.rejects(tokens.renew('access-1'), expired);
    await assert.rejects(tokens.get(), expired);
    assert.deepEqual(sent, []);
  });

  it('ends the session when the refresh token is refused, and keeps the record', async () => {
    const { secrets, sent, tokens } = await openTokenSource({}, refusal);
    const before = secrets.entries.get(key);
    await assert.rejects(tokens.renew('access-1'), expired);
    await assert.rejects(tokens.get(), expired);
    await assert.rejects(tokens.renew('access-1'), expired);
    assert.equal(sent.length, 1);
    assert.equal(secrets.entries.get(key), before);
  });

  it('knows a refusal by its status too, because the interface promises no more', async () => {
    for (const reply of [() => answer(400, { message: 'bad token' }), () => answer(401, '')]) {
      const { tokens } = await openTokenSource({}, reply);
      await assert.rejects(tokens.renew('access-1'), expired);
    }
  });

  it('does not take another failure for the end of the session', async () => {
    for (const status of [403, 404, 429, 500, 503]) {
      const { tokens } = await openTokenSource({}, () => answer(status));
      await assert.rejects(tokens.renew('access-1'), { status });
      assert.equal(await tokens.get(), 'access-1');
    }
  });

  it('goes on after signing in anew', async () => {
    const { accounts, tokens } = await openTokenSource({}, refusal);
    await assert.rejects(tokens.renew('access-1'), expired);
    await accounts.set(sampleAccount({ accessToken: 'access-5', refreshToken: 'refresh-5' }));
    assert.equal(await tokens.get(), 'access-5');
  });
});

describe('the token source, when the refresh token is good no more', () => {
  it('ends the session once the access token is over, and does not ask again', async () => {
    const { secrets, clock, sent, tokens } = await openTokenSource({}, refusal);
    clock.advance(hourMs);
    await assert.rejects(tokens.get(), expired);
    await assert.rejects(tokens.get(), expired);
    assert.equal(sent.length, 1);
    assert.equal(secrets.entries.has(key), true);
  });

  it('lives on the access token for the rest of its life', async () => {
    const { clock, log, sent, tokens } = await openTokenSource({}, refusal);
    clock.advance((hourMs * 2) / 3);
    await tokens.get();
    await settle();
    clock.advance(minuteMs);
    assert.equal(await tokens.get(), 'access-1');
    await settle();
    assert.equal(sent.length, 1);
    assert.equal(log.lines.length, 1);
    await assert.rejects(tokens.renew('access-1'), expired);
    assert.equal(sent.length, 1);
  });

  it('takes the tokens of another window that used it first', async () => {
    const held = heldReply();
    const { secrets, clock, tokens } = await openTokenSource({}, held.reply);
    clock.advance(hourMs);
    const asked = tokens.get();
    await settle();
    secrets.entries.set(key, serializeAccount(sampleAccount({ accessToken: 'access-9', refreshToken: 'refresh-9' })));
    held.give(refusal());
    assert.equal(await asked, 'access-9');
  });
});
