import assert from 'node:assert/strict';
import { BackOff } from '../../../../src/core/base/scheduling/backOff.ts';
import { get, put, setUp } from './retrySetUp.ts';
import { answer, settle } from './scriptedSend.ts';

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
