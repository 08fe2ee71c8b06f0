import assert from 'node:assert/strict';
import { serializeAccount } from '../../../../src/core/auth/account.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { answer, settle } from '../api/scriptedSend.ts';
import { heldReply, hourMs, key, openTokenSource, renewal } from './openTokenSource.ts';
import { sampleAccount } from './sampleAccount.ts';

const minuteMs = 60_000;
const sequence = (length: number) => Array.from({ length }, (_, index) => index);

describe('the token source, before the token expires', () => {
  for (const [when, atMs, token, refreshCount] of [
    ['before two thirds of the lifetime', (hourMs * 2) / 3 - 1, 'access-1', 0],
    ['after two thirds, with a refresh in the background', (hourMs * 2) / 3, 'access-1', 1],
    ['in the last five minutes, after a refresh', hourMs - 5 * minuteMs, 'access-2', 1],
    ['at the expiry, after a refresh', hourMs, 'access-2', 1],
    ['long after the expiry, after a refresh', hourMs * 50, 'access-2', 1],
  ] as const) {
    it(`[S15] returns ${token} ${when}`, async () => {
      const { accounts, clock, sent, tokens } = await openTokenSource();
      clock.advance(atMs);
      assert.equal(await tokens.get(), token);
      await settle();
      assert.equal(sent.length, refreshCount);
      assert.equal((await accounts.list())[0]?.accessToken, refreshCount === 0 ? 'access-1' : 'access-2');
    });
  }

  it('waits only in the last tenth of a short lifetime', async () => {
    const obtainedAtMs = Date.UTC(2026, 0, 1);
    const short = { obtainedAtMs, expiresAtMs: obtainedAtMs + 100_000 };
    const held = heldReply();
    const early = await openTokenSource(short, held.reply);
    early.clock.advance(89_999);
    assert.equal(await early.tokens.get(), 'access-1');
    held.give(renewal(0));
    const late = await openTokenSource(short);
    late.clock.advance(90_000);
    assert.equal(await late.tokens.get(), 'access-2');
  });

  it('[S40] stores the response, and counts the lifetime from now', async () => {
    const { secrets, accounts, clock, tokens } = await openTokenSource();
    clock.advance(hourMs);
    await tokens.get();
    const [account] = await accounts.list();
    assert.equal(account?.refreshToken, 'refresh-2');
    assert.equal(account?.expiresAtMs, clock.now() + hourMs);
    assert.equal(account?.id, 'account-1');
    assert.equal(secrets.entries.get(key), account && serializeAccount(account));
  });

  it('[S16] keeps the refresh token if the response has none', async () => {
    const { accounts, clock, tokens } = await openTokenSource({}, () =>
      answer(200, { access_token: 'access-2', expires_in: 3600 }),
    );
    clock.advance(hourMs);
    assert.equal(await tokens.get(), 'access-2');
    assert.equal((await accounts.list())[0]?.refreshToken, 'refresh-1');
  });

  it('never refreshes a token of unknown lifetime, or without a refresh token', async () => {
    const { expiresAtMs, ...unknown } = sampleAccount();
    const { refreshToken, ...fixed } = sampleAccount();
    for (const account of [unknown, fixed]) {
      const { secrets, accounts, clock, sent, tokens } = await openTokenSource();
      secrets.entries.set(key, serializeAccount(account));
      await accounts.reread();
      clock.advance(hourMs * 1000);
      assert.equal(await tokens.get(), 'access-1');
      assert.deepEqual(sent, []);
    }
  });

  it('[S17] sends one refresh for twenty simultaneous requests', async () => {
    const { clock, sent, tokens } = await openTokenSource();
    clock.advance(hourMs);
    const given = await Promise.all(sequence(20).map(() => tokens.get()));
    assert.deepEqual([...new Set(given)], ['access-2']);
    assert.equal(sent.length, 1);
  });

  it('cancels one request without cancelling the refresh for the others', async () => {
    const held = heldReply();
    const { clock, sent, tokens } = await openTokenSource({}, held.reply);
    clock.advance(hourMs);
    const abort = new AbortController();
    const [givenUp, patient] = [tokens.get(abort.signal), tokens.get()];
    const gone = assert.rejects(givenUp, CancelledError);
    await settle();
    abort.abort();
    await gone;
    await assert.rejects(tokens.get(AbortSignal.abort()), CancelledError);
    held.give(renewal(0));
    assert.equal(await patient, 'access-2');
    assert.equal(sent.length, 1);
  });
});
