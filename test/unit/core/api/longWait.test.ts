import assert from 'node:assert/strict';
import { jsonBody } from '../../../../src/core/api/requestBody.ts';
import { withRetry } from '../../../../src/core/api/retry.ts';
import type { SendRequest } from '../../../../src/core/api/send.ts';
import { BackOff } from '../../../../src/core/base/scheduling/backOff.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { answer, scriptedSend, settle } from './scriptedSend.ts';

const get: SendRequest = { method: 'GET', url: 'https://api.example/v1/rooms' };
const put: SendRequest = { method: 'PUT', url: 'https://api.example/v1/messages', body: jsonBody({ roomId: 'r' }) };
const hourMs = 60 * 60_000;

function setUp(...retryAfters: readonly string[]) {
  const clock = new ManualClock();
  const waits: unknown[] = [];
  const { send: next, sent } = scriptedSend((_, index) => {
    const retryAfter = retryAfters[index];
    return retryAfter === undefined ? answer(200) : answer(429, '', { 'retry-after': retryAfter });
  });
  const send = withRetry({ clock, log: new RecordingLog(), random: () => 1, onWait: (wait) => waits.push(wait) })(next);
  return { clock, sent, send, waits };
}

describe('A wait that is longer than a request waits', () => {
  it('waits up to five minutes, and then sends again', async () => {
    const { clock, sent, send } = setUp('300');
    const pending = send(put);
    await settle();
    clock.advance(299_999);
    await settle();
    assert.equal(sent.length, 1);
    clock.advance(1);
    assert.equal((await pending).status, 200);
  });

  it('fails immediately after a longer one, with the time, and is not sent again', async () => {
    const { clock, sent, send } = setUp('301');
    await assert.rejects(send(put), {
      name: 'RateLimitedError',
      untilMs: clock.now() + 301_000,
      retryAfterMs: 301_000,
    });
    assert.deepEqual([sent.length, clock.timerCount], [1, 1]);
  });

  it('fails all requests until that time without sending them, with the time', async () => {
    const { clock, sent, send } = setUp('3600');
    const untilMs = clock.now() + hourMs;
    await assert.rejects(send(put), { untilMs });
    clock.advance(hourMs / 2);
    await assert.rejects(send(get), { status: 429, untilMs, retryAfterMs: hourMs / 2, path: '/v1/rooms' });
    assert.equal(sent.length, 1);
  });

  it('waits if at most five minutes are left', async () => {
    const { clock, sent, send } = setUp('3600');
    await assert.rejects(send(put));
    clock.advance(hourMs - 5 * 60_000);
    const pending = send(get);
    await settle();
    assert.equal(sent.length, 1);
    clock.advance(5 * 60_000);
    assert.equal((await pending).status, 200);
  });

  it('fails requests that are already waiting', async () => {
    const { clock, sent, send, waits } = setUp('1', '3600');
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
    const { clock, sent, send } = setUp('86401', '86400');
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
