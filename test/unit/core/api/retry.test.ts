import assert from 'node:assert/strict';
import { ConnectionError } from '../../../../src/core/api/errors.ts';
import { jsonBody } from '../../../../src/core/api/requestBody.ts';
import { withRetry } from '../../../../src/core/api/retry.ts';
import type { SendRequest, SendResponse } from '../../../../src/core/api/send.ts';
import type { RetryWait } from '../../../../src/core/api/waitTracker.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { BackOff } from '../../../../src/core/base/scheduling/backOff.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { answer, connectionError, scriptedSend, settle } from './scriptedSend.ts';

const get: SendRequest = { method: 'GET', url: 'https://api.example/v1/rooms?max=3' };
const body = jsonBody({ roomId: 'r' });
const put: SendRequest = { method: 'PUT', url: 'https://api.example/v1/messages', body };
const post: SendRequest = { ...put, method: 'POST' };

/** A retrying `Send` whose responses come from a function, with a manual clock and fixed jitter. */
function setUp(reply: (index: number) => SendResponse | Promise<SendResponse>, random = 1) {
  const [clock, log, waits] = [new ManualClock(), new RecordingLog(), [] as (RetryWait | undefined)[]];
  const { send: next, sent } = scriptedSend((_, index) => reply(index));
  const send = withRetry({ clock, log, random: () => random, onWait: (wait) => waits.push(wait) })(next);
  return { send, sent, clock, waits };
}

const status = (code: number, retryAfter?: number) => () =>
  answer(code, '', retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` });
const failing = (error: Error) => () => Promise.reject(error);
const proxy = (proxyStatus?: number) => {
  const facts = { host: 'api.example', code: 'x', kind: 'proxy', mayHaveBeenProcessed: false } as const;
  return failing(new ConnectionError({ ...facts, proxyStatus }));
};
/** A failure that ends after one try. */
const once = (fails: () => SendResponse) => (index: number) => (index === 0 ? fails() : answer(200));
/** The status of the response, or the error. */
const outcomeOf = async (result: SendResponse | Promise<SendResponse>) =>
  Promise.resolve(result).then(
    (response) => response.status,
    (error: unknown) => error,
  );
const final = [302, 400, 401, 403, 404, 405, 409, 410, 415];

describe('A request that fails', () => {
  type Reply = (index: number) => SendResponse | Promise<SendResponse>;
  const rows: readonly (readonly [what: string, methods: string, reply: Reply, tries: number, elapsedMs: number])[] = [
    ['one 429', 'GET HEAD POST PUT DELETE', once(status(429, 3)), 2, 3_000],
    ...[500, 502, 503, 504].flatMap((code) => [
      [`a lasting ${code}`, 'GET HEAD', status(code), 3, 400 + 800] as const,
      [`${code}`, 'POST PUT DELETE', status(code), 1, 0] as const,
    ]),
    ...[408, 423, 425, 501, 520].map(
      (code) => [`${code} with Retry-After`, 'GET HEAD', once(status(code, 3)), 2, 6_000] as const,
    ),
    ...final.flatMap((code) => [
      [`${code}`, 'GET', status(code), 1, 0] as const,
      [`${code} with Retry-After`, 'GET', status(code, 3), 1, 0] as const,
    ]),
    ['501 without Retry-After', 'GET', status(501), 1, 0],
    ['425 with Retry-After', 'POST', status(425, 3), 1, 0],
    ['503 that asks for 20 seconds', 'GET', once(status(503, 20)), 2, 40_000],
    ['503 that asks for 31 seconds', 'GET', status(503, 31), 1, 0],
    ['a cut connection', 'GET HEAD', failing(connectionError()), 3, 400 + 800],
    ['a cut connection', 'POST', failing(connectionError()), 1, 0],
    ['a TLS failure', 'GET', failing(connectionError('tls')), 1, 0],
    ['a timeout, which has taken long', 'GET', failing(connectionError('timeout')), 2, 400],
    ['a proxy that wants a password', 'GET', proxy(407), 1, 0],
    ['a proxy that refuses', 'GET', proxy(503), 3, 400 + 800],
    ['a proxy that cannot be reached', 'GET', proxy(), 3, 400 + 800],
    ['a fault of our own', 'GET', failing(new TypeError('a fault')), 1, 0],
  ];
  for (const [what, methods, reply, tries, elapsedMs] of rows) {
    it(`is sent ${tries === 1 ? 'once' : `${tries} times`} after ${what}: ${methods}`, async () => {
      for (const method of methods.split(' ') as SendRequest['method'][]) {
        const { send, sent, clock } = setUp(reply);
        const startMs = clock.now();
        const outcome = await outcomeOf(passTime(clock, send({ ...post, method })));
        assert.deepEqual([sent.length, clock.now() - startMs], [tries, elapsedMs], method);
        assert.deepEqual(outcome, await outcomeOf(reply(tries - 1)));
        for (const each of sent) assert.equal(each.body.toString(), '{"roomId":"r"}');
      }
    });
  }

  it('is sent again after at least half of the back-off, and never before Retry-After', async () => {
    for (const [reply, elapsedMs] of [
      [status(503), 200 + 400],
      [once(status(503, 30)), 30_000],
    ] as const) {
      const { send, clock } = setUp(reply, 0);
      const startMs = clock.now();
      await passTime(clock, send(get));
      assert.equal(clock.now() - startMs, elapsedMs);
    }
  });

  it('fails after ten more 429s, with what the service says and the wait that follows', async () => {
    const { send, sent, clock } = setUp(() => answer(429, { message: 'no' }, { 'retry-after': '1' }));
    const failure = { status: 429, serviceMessage: 'no', retryAfterMs: 30_000 };
    await assert.rejects(passTime(clock, send(post)), failure);
    assert.equal(sent.length, 11);
  });

  it('does not block the next one', async () => {
    const { send, sent } = setUp(failing(connectionError()));
    for (let count = 1; count <= 7; count += 1) {
      await assert.rejects(send(post), { kind: 'cut', mayHaveBeenProcessed: true });
      assert.equal(sent.length, count);
    }
  });

  it('waits for the rate limit once with others, and reports the end of the wait', async () => {
    const { send, clock, waits } = setUp((index) => status(index < 2 ? 429 : 200, 5)());
    const untilMs = clock.now() + 5000;
    await passTime(clock, Promise.all([send(get), send(put)]));
    assert.deepEqual(waits, [{ untilMs, reason: 'rate-limited' }, undefined]);
  });

  it('is not slowed down any more after twelve seconds of other answers', async () => {
    const held = Promise.withResolvers<SendResponse>();
    const { send, sent, clock } = setUp((index) => (index < 8 ? once(status(429, 1))(index) : held.promise));
    await passTime(clock, send(get));
    for (let answers = 0; answers < 6; answers += 1) {
      clock.advance(2_000);
      await send(get);
    }
    const all = Array.from({ length: 9 }, () => send(get));
    await settle();
    assert.equal(sent.length, 8 + 6, 'six at once');
    held.resolve(answer(200));
    await passTime(clock, Promise.all(all));
  });

  it('is cancelled during the wait when the signal aborts', async () => {
    const { send, sent, clock, waits } = setUp(failing(connectionError()));
    const abort = new AbortController();
    const pending = send(get, abort.signal);
    await settle();
    abort.abort();
    await assert.rejects(pending, CancelledError);
    assert.deepEqual([clock.timerCount, sent.length, waits.at(-1)], [0, 1, undefined]);
  });
});

describe('The hooks of a request', () => {
  const limitedOnce = () => setUp((index) => status(index === 0 ? 429 : 200, 3)());

  it('are called before each try and after each 429, with the end of the wait', async () => {
    const told: unknown[] = [];
    const { send, clock } = limitedOnce();
    const untilMs = clock.now() + 3000;
    const beforeSend = async () => void told.push('before');
    await passTime(clock, send({ ...put, beforeSend, onRateLimited: async (ms) => void told.push(ms) }));
    assert.deepEqual(told, ['before', untilMs, 'before']);
  });

  it('do not send a request that got ready while another one was rate limited', async () => {
    const { send, sent, clock } = limitedOnce();
    const ready = Promise.withResolvers<void>();
    const told: unknown[] = [];
    const beforeSend = () => ready.promise.then(() => void told.push('before'));
    const late = send({ ...put, beforeSend, onRateLimited: async (ms) => void told.push(ms) });
    const first = send(put);
    while (sent.length === 0) await new Promise(setImmediate);
    ready.resolve();
    const untilMs = clock.now() + 3000;
    await passTime(clock, Promise.all([first, late]));
    assert.deepEqual([told, sent.length], [['before', untilMs, 'before'], 3]);
  });

  it('fail a request whose wait cannot be stored, before or after it was sent, and no other one', async () => {
    const [full, ready] = [new Error('the disk is full'), Promise.withResolvers<void>()];
    const limited = { ...put, onRateLimited: () => Promise.reject(full) };
    const { send, sent, clock } = limitedOnce();
    const late = assert.rejects(send({ ...limited, beforeSend: () => ready.promise }), full);
    await assert.rejects(send(limited), full);
    ready.resolve();
    await late;
    assert.equal((await passTime(clock, send(put))).status, 200);
    assert.equal(sent.length, 2);
  });

  it('do not send a request if beforeSend rejects, and do not block the next one', async () => {
    const { send, sent } = setUp(status(200));
    const refused = new Error('no longer wanted');
    for (let count = 0; count < 10; count += 1)
      await assert.rejects(send({ ...put, beforeSend: () => Promise.reject(refused) }), refused);
    assert.deepEqual(sent, []);
    assert.equal((await send(put)).status, 200);
  });
});

const hourMs = 60 * 60_000;

describe('A wait that is longer than a request waits', () => {
  /** A service that refuses as many requests, with these waits. */
  const limited = (...waitsS: readonly number[]) =>
    setUp((index) => status(index < waitsS.length ? 429 : 200, waitsS[index])());

  it('fails all requests until that time, after the first without sending them, with the time', async () => {
    const { clock, sent, send } = limited(3600);
    await assert.rejects(send(put), { name: 'ServiceError', status: 429, retryAfterMs: hourMs });
    clock.advance(hourMs / 2);
    await assert.rejects(send(get), { status: 429, retryAfterMs: hourMs / 2, path: '/v1/rooms' });
    assert.deepEqual([sent.length, clock.timerCount], [1, 1]);
  });

  it('is one of more than five minutes', async () => {
    const { clock, send } = limited(300);
    assert.equal((await passTime(clock, send(put))).status, 200);
    await assert.rejects(limited(301).send(put), { retryAfterMs: 301_000 });
  });

  it('fails requests that are already waiting', async () => {
    const { clock, sent, send, waits } = limited(1, 3600);
    const all = [send(put)];
    await settle();
    all.push(send(get), send(get));
    const failures = all.map((each) => assert.rejects(each, { status: 429, retryAfterMs: hourMs }));
    clock.advance(1000);
    await Promise.all(failures);
    assert.deepEqual([sent.length, waits.at(-1)], [2, undefined]);
  });

  it('is applied for a day at most, also by a session refresh', async () => {
    const { clock, sent, send } = limited(86_401, 86_400);
    await assert.rejects(send(get), { retryAfterMs: 86_401_000 });
    clock.advance(23 * hourMs);
    await assert.rejects(send(get), { retryAfterMs: hourMs });
    clock.advance(hourMs);
    await assert.rejects(send(get), { retryAfterMs: 86_400_000 });
    clock.advance(23 * hourMs);
    await assert.rejects(send(get), { retryAfterMs: hourMs });
    assert.equal(sent.length, 2);
    for (const [retryAfterMs, waitMs] of [
      [24 * hourMs, 24 * hourMs],
      [24 * hourMs + 1, 24 * hourMs],
    ] as const)
      assert.equal(new BackOff(() => 0.5).fail({ atMs: 0, retryAfterMs, wasReached: true }), waitMs);
  });
});
