import assert from 'node:assert/strict';
import { ConnectionError } from '../../../../src/core/api/errors.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { BackOff } from '../../../../src/core/base/scheduling/backOff.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { get, post, put, runOut, setUp } from './retrySetUp.ts';
import { answer, connectionError, settle } from './scriptedSend.ts';

describe('A request that is rate limited', () => {
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const) {
    it(`is sent again as ${method} with the same body after the wait`, async () => {
      const { send, sent, clock } = setUp((_, index) => answer(index === 0 ? 429 : 200, '', { 'retry-after': '3' }));
      const pending = send({ ...post, method });
      await settle();
      clock.advance(2999);
      await settle();
      assert.equal(sent.length, 1);
      clock.advance(1);
      assert.equal((await pending).status, 200);
      assert.deepEqual(
        sent.map(({ body }) => body.toString()),
        ['{"roomId":"r"}', '{"roomId":"r"}'],
      );
    });
  }

  it('fails after ten more 429s, with what the service says', async () => {
    const { send, sent, clock } = setUp(() => answer(429, { message: 'no' }, { 'retry-after': '1' }));
    const pending = assert.rejects(send(post), { status: 429, serviceMessage: 'no', retryAfterMs: 1000 });
    await runOut(clock);
    await pending;
    assert.equal(sent.length, 11);
  });

  it('is reported as one wait with its end', async () => {
    const { send, clock, waits } = setUp((_, index) => answer(index < 2 ? 429 : 200, '', { 'retry-after': '5' }));
    const untilMs = clock.now() + 5000;
    const pending = [send(get), send(put)];
    await runOut(clock);
    await Promise.all(pending);
    assert.deepEqual(waits, [{ untilMs, reason: 'rate-limited' }, undefined]);
  });
});

describe('A server that fails', () => {
  for (const status of [500, 502, 503, 504]) {
    it(`is retried with GET after ${status}, at most twice, with increasing delays`, async () => {
      const { send, sent, clock } = setUp(() => answer(status));
      const startMs = clock.now();
      const pending = send(get);
      await runOut(clock);
      assert.equal((await pending).status, status);
      assert.equal(sent.length, 3);
      assert.equal(clock.now() - startMs, 400 + 800);
    });

    it(`does not cause a retry of a POST after ${status}`, async () => {
      const { send, sent } = setUp(() => answer(status, 'why'));
      assert.equal((await send(post)).status, status);
      assert.equal(sent.length, 1);
    });
  }

  it('is retried after the time it asks for, but not if that exceeds 30 seconds', async () => {
    const short = setUp((_, index) => answer(index < 1 ? 503 : 200, '', { 'retry-after': '20' }));
    const pending = short.send(get);
    await settle();
    assert.ok((short.clock.nextTimerMs ?? 0) >= 20_000);
    await runOut(short.clock);
    assert.equal((await pending).status, 200);
    const long = setUp(() => answer(503, '', { 'retry-after': '31' }));
    assert.equal((await long.send(get)).status, 503);
  });

  for (const status of [408, 423, 425, 501, 520]) {
    it(`is retried after ${status}, which the service API does not list, with Retry-After`, async () => {
      for (const method of ['GET', 'HEAD'] as const) {
        const headers = { 'retry-after': '3' };
        const { send, sent, clock } = setUp((_, index) => answer(index === 0 ? status : 200, '', headers));
        const startMs = clock.now();
        const pending = send({ ...get, method });
        await runOut(clock);
        assert.equal((await pending).status, 200);
        assert.equal(sent.length, 2);
        assert.ok(clock.now() - startMs >= 3000, `${clock.now() - startMs} ms`);
      }
    });
  }

  it('is not retried after a 501, a listed status or a redirect, nor for a POST, whatever Retry-After says', async () => {
    const listed = [302, 400, 401, 403, 404, 405, 409, 415];
    for (const [request, status, headers] of [
      ...listed.flatMap((each) => [[get, each, {}] as const, [get, each, { 'retry-after': '3' }] as const]),
      [get, 501, {}],
      [post, 425, { 'retry-after': '3' }],
    ] as const) {
      const { send, sent } = setUp(() => answer(status, '', headers));
      assert.equal((await send(request)).status, status);
      assert.equal(sent.length, 1, `${status}`);
    }
  });

  it('is retried after at least half of the back-off, and never before Retry-After', async () => {
    const plain = setUp(() => answer(503), 0);
    const told = setUp((_, index) => answer(index < 1 ? 503 : 200, '', { 'retry-after': '30' }), 0);
    for (const [{ send, clock }, elapsedMs] of [
      [plain, 200 + 400],
      [told, 30_000],
    ] as const) {
      const startMs = clock.now();
      const pending = send(get);
      await runOut(clock);
      await pending;
      assert.equal(clock.now() - startMs, elapsedMs);
    }
  });
});

describe('A connection that is lost', () => {
  it('is retried for GET and HEAD', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { send, sent, clock } = setUp((_, index) => (index < 2 ? Promise.reject(connectionError()) : answer(200)));
      const pending = send({ ...get, method });
      await runOut(clock);
      assert.equal((await pending).status, 200);
      assert.equal(sent.length, 3);
    }
  });

  it('fails immediately for a POST, because it may have arrived, and does not block the next one', async () => {
    const { send, sent } = setUp(() => Promise.reject(connectionError()));
    for (let count = 1; count <= 7; count += 1) {
      await assert.rejects(send(post), { kind: 'cut', mayHaveBeenProcessed: true });
      assert.equal(sent.length, count);
    }
  });

  it('is not retried after a TLS failure, and once after a timeout', async () => {
    const tls = setUp(() => Promise.reject(connectionError('tls')));
    await assert.rejects(tls.send(get), { kind: 'tls' });
    assert.equal(tls.sent.length, 1);
    const timeout = setUp(() => Promise.reject(connectionError('timeout')));
    const pending = assert.rejects(timeout.send(get), { kind: 'timeout' });
    await runOut(timeout.clock);
    await pending;
    assert.equal(timeout.sent.length, 2);
  });

  it('is retried if the proxy refuses or is unreachable, but not if it requires authentication', async () => {
    for (const [proxyStatus, tries] of [
      [407, 1],
      [503, 3],
      [undefined, 3],
    ] as const) {
      const facts = {
        host: 'api.example',
        code: 'x',
        kind: 'proxy',
        mayHaveBeenProcessed: false,
        proxyStatus,
      } as const;
      const { send, sent, clock } = setUp(() => Promise.reject(new ConnectionError(facts)));
      const pending = assert.rejects(send(get), { kind: 'proxy' });
      await runOut(clock);
      await pending;
      assert.equal(sent.length, tries);
    }
  });

  it('is cancelled during the wait when the signal aborts', async () => {
    const { send, sent, clock, waits } = setUp(() => Promise.reject(connectionError()));
    const abort = new AbortController();
    const pending = send(get, abort.signal);
    await settle();
    abort.abort();
    await assert.rejects(pending, CancelledError);
    assert.equal(clock.timerCount, 0);
    assert.equal(sent.length, 1);
    assert.equal(waits.at(-1), undefined);
  });

  it('differs from an internal error, which is never retried', async () => {
    const { send, sent } = setUp(() => Promise.reject(new TypeError('a fault')));
    await assert.rejects(send(get), TypeError);
    assert.equal(sent.length, 1);
  });
});

describe('The hooks of a request', () => {
  it('are called before each try and after each 429, with the end of the wait', async () => {
    const told: unknown[] = [];
    const { send, clock } = setUp((_, index) => answer(index === 0 ? 429 : 200, '', { 'retry-after': '3' }));
    const pending = send({
      ...put,
      beforeSend: async () => void told.push('before'),
      onRateLimited: async (untilMs) => void told.push(untilMs),
    });
    const untilMs = clock.now() + 3000;
    await passTime(clock, pending);
    assert.deepEqual(told, ['before', untilMs, 'before']);
  });

  it('do not send a request that got ready while another one was rate limited', async () => {
    const { send, sent, clock } = setUp((_, index) => answer(index === 0 ? 429 : 200, '', { 'retry-after': '3' }));
    const ready = Promise.withResolvers<void>();
    const told: unknown[] = [];
    const late = send({
      ...put,
      beforeSend: () => ready.promise.then(() => void told.push('before')),
      onRateLimited: async (untilMs) => void told.push(untilMs),
    });
    const first = send(put);
    while (sent.length === 0) await new Promise(setImmediate);
    ready.resolve();
    const untilMs = clock.now() + 3000;
    await passTime(clock, Promise.all([first, late]));
    assert.deepEqual([told, sent.length], [['before', untilMs, 'before'], 3]);
  });

  it('do not send a request if beforeSend rejects, and do not block the next one', async () => {
    const { send, sent } = setUp(() => answer(200));
    const refused = new Error('no longer wanted');
    for (let count = 0; count < 10; count += 1) {
      const beforeSend = () => Promise.reject(refused);
      await assert.rejects(send({ ...put, beforeSend }), refused);
    }
    assert.deepEqual(sent, []);
    assert.equal((await send(put)).status, 200);
  });
});

const hourMs = 60 * 60_000;

/** A service that refuses as many requests, with these waits. */
const limited = (...retryAfters: readonly string[]) =>
  setUp((_, index) => {
    const retryAfter = retryAfters[index];
    return retryAfter === undefined ? answer(200) : answer(429, '', { 'retry-after': retryAfter });
  });

describe('A wait that is longer than a request waits', () => {
  it('fails immediately after a longer one, with the time, and is not sent again', async () => {
    const { clock, sent, send } = limited('301');
    await assert.rejects(send(put), {
      name: 'RateLimitedError',
      untilMs: clock.now() + 301_000,
      retryAfterMs: 301_000,
    });
    assert.deepEqual([sent.length, clock.timerCount], [1, 1]);
  });

  it('fails all requests until that time without sending them, with the time', async () => {
    const { clock, sent, send } = limited('3600');
    const untilMs = clock.now() + hourMs;
    await assert.rejects(send(put), { untilMs });
    clock.advance(hourMs / 2);
    await assert.rejects(send(get), { status: 429, untilMs, retryAfterMs: hourMs / 2, path: '/v1/rooms' });
    assert.equal(sent.length, 1);
  });

  it('fails requests that are already waiting', async () => {
    const { clock, sent, send, waits } = limited('1', '3600');
    const all = [send(put)];
    await settle();
    all.push(send(get), send(get));
    const untilMs = clock.now() + 1000 + hourMs;
    const failing = all.map((each) => assert.rejects(each, { untilMs }));
    clock.advance(1000);
    await Promise.all(failing);
    assert.deepEqual([sent.length, waits.at(-1)], [2, undefined]);
  });

  it('is reported, but not applied, if it is above a day', async () => {
    const { clock, sent, send } = limited('86401', '86400');
    await assert.rejects(send(get), { retryAfterMs: 86_401_000 });
    clock.advance(1000);
    await assert.rejects(send(get), { retryAfterMs: 86_400_000 });
    assert.equal(sent.length, 2);
    clock.advance(23 * hourMs);
    await assert.rejects(send(get), { retryAfterMs: hourMs });
    assert.equal(sent.length, 2, 'a day is kept to');
  });

  it('does not apply a wait above a day to a session refresh either', () => {
    const backOff = new BackOff(() => 0.5);
    assert.equal(backOff.fail({ atMs: 0, retryAfterMs: 24 * hourMs, wasReached: true }), 24 * hourMs);
    assert.equal(new BackOff(() => 0.5).fail({ atMs: 0, retryAfterMs: 24 * hourMs + 1, wasReached: true }), 5000);
  });
});
