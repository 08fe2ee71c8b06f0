import assert from 'node:assert/strict';
import type { SendResponse } from '../../../../src/core/api/send.ts';
import { get, put, setUp } from './retrySetUp.ts';
import { answer, settle } from './scriptedSend.ts';

describe('The gate of a retrying client', () => {
  it('makes a new request wait with the one that got the 429', async () => {
    const { send, sent, clock } = setUp((_, index) => answer(index === 0 ? 429 : 200, '', { 'retry-after': '9' }));
    const first = send(get);
    await settle();
    const second = send({ ...get, method: 'HEAD' });
    await settle();
    assert.equal(sent.length, 1);
    clock.advance(9000);
    await Promise.all([first, second]);
    assert.deepEqual(
      sent.map(({ request }) => request.method),
      ['GET', 'GET', 'HEAD'],
    );
  });

  it('sends one probe when it opens, and no other request before its response', async () => {
    const held: PromiseWithResolvers<SendResponse>[] = [];
    const { send, sent, clock } = setUp((_, index) => {
      if (index === 0) return answer(429, '', { 'retry-after': '1' });
      const one = Promise.withResolvers<SendResponse>();
      held.push(one);
      return one.promise;
    });
    const all = [send(get)];
    await settle();
    for (let count = 0; count < 9; count += 1) all.push(send(put));
    clock.advance(1000);
    await settle();
    assert.equal(sent.length, 2);
    for (let index = 0; index < 10; index += 1) {
      held[index]?.resolve(answer(200));
      await settle();
    }
    assert.ok((await Promise.all(all)).every(({ status }) => status === 200));
  });

  it('does not wait for a slow request', async () => {
    const upload = Promise.withResolvers<SendResponse>();
    const { send, sent, clock } = setUp((_, index) => {
      if (index === 0) return answer(429, '', { 'retry-after': '1' });
      return index === 1 ? upload.promise : answer(200);
    });
    const slow = send(put);
    await settle();
    const quick = send(get);
    clock.advance(1000);
    await settle();
    assert.equal(sent.length, 2);
    clock.advance(2000);
    assert.equal((await quick).status, 200);
    upload.resolve(answer(200));
    assert.equal((await slow).status, 200);
  });
});
