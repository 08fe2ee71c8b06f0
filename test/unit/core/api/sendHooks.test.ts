import assert from 'node:assert/strict';
import { passTime } from '../../../support/fakes/passTime.ts';
import { put, setUp } from './retrySetUp.ts';
import { answer } from './scriptedSend.ts';

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
