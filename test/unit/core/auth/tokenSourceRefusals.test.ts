import assert from 'node:assert/strict';
import { withBearer } from '../../../../src/core/api/pipe.ts';
import { parseAccounts, serializeAccount } from '../../../../src/core/auth/account.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { answer, connectionError, scriptedSend, settle } from '../api/scriptedSend.ts';
import { delayedBy, expired, heldReply, hourMs, key, openTokenSource, refusal, renewal } from './openTokenSource.ts';
import { sampleAccount } from './sampleAccount.ts';

const minuteMs = 60_000;
const sequence = (length: number) => Array.from({ length }, (_, index) => index);

describe('the token source, after a refusal', () => {
  it('uses the newer token of another window instead of refreshing, announced or not', async () => {
    const { secrets, sent, tokens } = await openTokenSource();
    secrets.entries.set(key, serializeAccount(sampleAccount({ accessToken: 'access-9' })));
    assert.equal(await tokens.refresh('access-1'), 'access-9');
    assert.deepEqual(sent, []);
  });

  it('expires a session without a refresh token, without a request', async () => {
    const { secrets, accounts, sent, tokens } = await openTokenSource();
    const { refreshToken, ...fixed } = sampleAccount();
    secrets.entries.set(key, serializeAccount(fixed));
    await accounts.reread();
    await assert.rejects(tokens.refresh('access-1'), expired);
    await assert.rejects(tokens.get(), expired);
    assert.deepEqual(sent, []);
  });

  it('[S23] expires the session if the refresh token is refused, and keeps the record', async () => {
    const { secrets, clock, sent, tokens } = await openTokenSource({}, refusal);
    await assert.rejects(passTime(clock, tokens.refresh('access-1')), expired);
    await assert.rejects(tokens.get(), expired);
    await assert.rejects(tokens.refresh('access-1'), expired);
    assert.equal(sent.length, 1);
    const record = parseAccounts(secrets.entries.get(key));
    assert.ok(record.kind === 'value');
    const { revision, ...account } = record.value.account;
    const { revision: before, ...kept } = sampleAccount({ state: 'reauth', expiresAtMs: clock.now() });
    assert.deepEqual(account, kept);
  });

  it('[S24] refreshes and expires once for ten requests that were refused together', async () => {
    const { secrets, clock, sent, tokens } = await openTokenSource({}, refusal);
    const asked = sequence(10).map(() => assert.rejects(tokens.refresh('access-1'), expired));
    await passTime(clock, Promise.all(asked));
    assert.equal(sent.length, 1);
    assert.deepEqual(
      secrets.writes.filter((written) => written === key).length,
      2,
      'that it cannot be renewed, and that it is over',
    );
  });

  it('recognizes a refusal by its status, which is all that the service API promises', async () => {
    for (const reply of [() => answer(400, { message: 'bad token' }), () => answer(401, '')]) {
      const { clock, tokens } = await openTokenSource({}, reply);
      await assert.rejects(passTime(clock, tokens.refresh('access-1')), expired);
    }
  });

  const page = '<html>sign in to the network</html>';
  for (const [what, reply, cause] of [
    ...[403, 404, 429, 500, 502, 503, 504].map((status) => [status, () => answer(status), { status }] as const),
    ...['invalid_client', 'invalid_request', 'unauthorized_client'].map(
      (error) => [error, () => answer(400, { error }), { status: 400 }] as const,
    ),
    ['401 invalid_client', () => answer(401, { error: 'invalid_client' }), { status: 401 }],
    ['400 with a web page', () => answer(400, page), { status: 400 }],
    ['401 with a web page', () => answer(401, page), { status: 401 }],
    ['a web page', () => answer(200, page), { problem: 'html' }],
    ['a truncated response', () => answer(200, '{"access_token":'), { problem: 'truncated' }],
    ['a response without a token', () => answer(200, {}), { problem: 'wrong-shape' }],
    ['a lost connection', () => Promise.reject(connectionError()), { code: 'ECONNRESET' }],
  ] as const) {
    it(`[S23] does not expire the session for ${what}`, async () => {
      const { secrets, tokens } = await openTokenSource({}, reply);
      const before = secrets.entries.get(key);
      await assert.rejects(tokens.refresh('access-1'), delayedBy(cause));
      assert.equal(await tokens.get(), 'access-1');
      assert.equal(secrets.entries.get(key), before);
    });
  }

  it('[S23] expires the session of a broker only for the error that a broker has for it', async () => {
    const account = { kind: 'broker', brokerUrl: 'https://broker.example.com', refreshSecret: 'secret' } as const;
    for (const reply of [() => answer(400, { message: 'bad request' }), () => answer(401, '')]) {
      const { tokens } = await openTokenSource(account, reply);
      await assert.rejects(tokens.refresh('access-1'), delayedBy({}));
    }
    const { clock, tokens } = await openTokenSource(account, refusal);
    await assert.rejects(passTime(clock, tokens.refresh('access-1')), expired);
  });

  it('[S23] aborts a refresh after thirty seconds, because other windows wait for it', async () => {
    const { clock, tokens } = await openTokenSource({}, () => new Promise<never>(() => undefined));
    const asked = assert.rejects(tokens.refresh('access-1'), delayedBy({ kind: 'timeout' }));
    await settle();
    clock.advance(30_000);
    await asked;
  });

  it('expires the session if the new token is refused, too, so that requests stop refreshing', async () => {
    const { clock, secrets, sent, source, tokens } = await openTokenSource();
    await source.forAccount('signed out').invalidate?.('access-1');
    await tokens.invalidate?.('of another window');
    const { send } = scriptedSend(() => answer(401));
    const pipe = withBearer(tokens, 'https://chat.example.com')(send);
    const request = { method: 'GET', url: 'https://chat.example.com/v1/rooms' } as const;
    assert.equal((await pipe(request)).status, 401);
    const { length: writeCount } = secrets.writes;
    await tokens.invalidate?.('access-2');
    assert.equal(secrets.writes.length, writeCount);
    await assert.rejects(pipe(request), expired);
    clock.advance(hourMs);
    await assert.rejects(pipe(request), expired);
    assert.equal(sent.length, 1);
  });
});

describe('the token source, when the refresh token is invalid', () => {
  it('uses the access token for the rest of its lifetime, and reports the expiry once', async () => {
    const { clock, log, sent, tokens, expiries } = await openTokenSource({}, refusal);
    clock.advance((hourMs * 2) / 3);
    await tokens.get();
    await settle();
    clock.advance(1_000);
    await settle();
    clock.advance(2_000);
    await settle();
    assert.deepEqual(expiries, ['ada.park@example.com']);
    clock.advance(minuteMs);
    assert.equal(await tokens.get(), 'access-1');
    await settle();
    assert.equal(sent.length, 1);
    assert.equal(log.lines.length, 1);
    await assert.rejects(tokens.refresh('access-1'), expired);
    assert.equal(sent.length, 1);
    assert.equal(expiries.length, 1);
  });

  for (const [answered, give] of [
    ['refuses', refusal],
    ['renews', () => renewal(0)],
  ] as const) {
    it(`[S21] uses the tokens of another window that refreshed first, if the service ${answered} those here`, async () => {
      const held = heldReply();
      const { secrets, clock, tokens } = await openTokenSource({}, held.reply);
      clock.advance(hourMs);
      const asked = tokens.get();
      await settle();
      const newer = serializeAccount(sampleAccount({ accessToken: 'access-9', refreshToken: 'refresh-9' }));
      secrets.entries.set(key, newer);
      held.give(give());
      assert.equal(await passTime(clock, asked), 'access-9');
      assert.equal(secrets.entries.get(key), newer);
    });
  }
});
