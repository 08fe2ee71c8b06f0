import assert from 'node:assert/strict';
import { jsonBody } from '../../../../src/core/api/requestBody.ts';
import { withRetry } from '../../../../src/core/api/retry.ts';
import type { SendRequest, SendResponse } from '../../../../src/core/api/send.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { passTime } from '../../../support/fakes/passTime.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { answer, scriptedSend } from './scriptedSend.ts';

const put: SendRequest = { method: 'PUT', url: 'https://api.example/v1/messages', body: jsonBody({ roomId: 'r' }) };

function setUp(reply: (index: number) => SendResponse) {
  const clock = new ManualClock();
  const { send: next, sent } = scriptedSend((_, index) => reply(index));
  return { clock, sent, send: withRetry({ clock, log: new RecordingLog() })(next) };
}

describe('The hooks of a request', () => {
  it('are called before each try and after each 429, with the end of the wait', async () => {
    const told: unknown[] = [];
    const { send, clock } = setUp((index) => answer(index === 0 ? 429 : 200, '', { 'retry-after': '3' }));
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
    const { send, sent, clock } = setUp((index) => answer(index === 0 ? 429 : 200, '', { 'retry-after': '3' }));
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
