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

  it('returns a longer wait immediately, with the time, and does not retry', async () => {
    const { clock, sent, send } = setUp('301');
    const { status, header } = await send(put);
    assert.deepEqual([status, header('retry-after'), sent.length, clock.timerCount], [429, '301', 1, 1]);
  });

  it('fails all requests until that time without sending them, with the remaining time', async () => {
    const { clock, sent, send } = setUp('3600');
    await send(put);
    clock.advance(hourMs / 2);
    const { status, header, body } = await send(get);
    assert.deepEqual([status, header('retry-after'), header('date'), sent.length], [429, '1800', undefined, 1]);
    for await (const chunk of body) assert.fail(`a body of ${chunk.byteLength} bytes`);
  });

  it('waits if at most five minutes are left', async () => {
    const { clock, sent, send } = setUp('3600');
    await send(put);
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
    clock.advance(1000);
    await settle();
    const answers = await Promise.all(all);
    assert.deepEqual(
      answers.map(({ status, header }) => [status, header('retry-after')]),
      [
        [429, '3600'],
        [429, '3600'],
        [429, '3600'],
      ],
    );
    assert.deepEqual([sent.length, waits.at(-1)], [2, undefined]);
  });

  it('returns a wait above a day to be shown, but does not apply it', async () => {
    const { clock, sent, send } = setUp('86401', '86400');
    assert.equal((await send(get)).header('retry-after'), '86401');
    clock.advance(1000);
    assert.equal((await send(get)).header('retry-after'), '86400');
    assert.equal(sent.length, 2);
    clock.advance(23 * hourMs);
    assert.equal((await send(get)).header('retry-after'), '3600');
    assert.equal(sent.length, 2, 'a day is kept to');
  });

  it('does not apply a wait above a day to a session refresh either', () => {
    const backOff = new BackOff(() => 0.5);
    assert.equal(backOff.fail({ atMs: 0, retryAfterMs: 24 * hourMs, wasReached: true }), 24 * hourMs);
    assert.equal(new BackOff(() => 0.5).fail({ atMs: 0, retryAfterMs: 24 * hourMs + 1, wasReached: true }), 5000);
  });
});
