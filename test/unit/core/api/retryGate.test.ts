import assert from 'node:assert/strict';
import { ConnectionError } from '../../../../src/core/api/errors.ts';
import type { SendResponse } from '../../../../src/core/api/send.ts';
import { cut, get, post, put, runOut, setUp } from './retrySetUp.ts';
import { answer, settle } from './scriptedSend.ts';

describe('The gate of a retrying client', () => {
  it('makes a new request wait with the refused one', async () => {
    const { send, sent, clock } = setUp((_, index) => answer(index === 0 ? 429 : 200, '', { 'retry-after': '9' }));
    const first = send(get);
    await settle();
    const second = send(put);
    await settle();
    assert.equal(sent.length, 1);
    clock.advance(9000);
    await Promise.all([first, second]);
    assert.deepEqual(
      sent.map(({ request }) => request.method),
      ['GET', 'GET', 'PUT'],
    );
  });

  it('waits for the latest end if several refusals name different ones', async () => {
    const { send, sent, clock } = setUp((_, index) =>
      answer(index < 3 ? 429 : 200, '', { 'retry-after': `${[2, 8, 4][index]}` }),
    );
    const pending = [send(get), send(get), send(get)];
    await settle();
    clock.advance(7999);
    await settle();
    assert.equal(sent.length, 3);
    clock.advance(1);
    await runOut(clock);
    await Promise.all(pending);
    assert.equal(sent.length, 6);
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

  it('delivers 100 messages once at 20 a second, with at most 10 refusals and none during a wait', async () => {
    const taken: string[] = [];
    let [refusals, early, heldUntilMs, windowMs, inWindow] = [0, 0, 0, 0, 0];
    const { send, sent, clock } = setUp((request) => {
      const nowMs = clock.now();
      if (nowMs < heldUntilMs) early += 1;
      if (nowMs - windowMs >= 1000) [windowMs, inWindow] = [nowMs, 0];
      if (inWindow >= 20) {
        refusals += 1;
        heldUntilMs = nowMs + 1000;
        return answer(429, '', { 'retry-after': '1' });
      }
      inWindow += 1;
      taken.push(request.url);
      return answer(200);
    });
    // Requests that are sent before the first refusal arrives are refused, too.
    const urls = Array.from({ length: 100 }, (_, index) => `https://api.example/v1/messages?n=${index}`);
    const all = urls.map((url) => send({ ...put, url }));
    await runOut(clock);
    assert.ok((await Promise.all(all)).every(({ status }) => status === 200));
    assert.deepEqual([...taken].sort(), [...urls].sort());
    assert.ok(refusals <= 10, `${refusals} refusals`);
    assert.ok(early <= 5, `${early} sent while told to wait`);
    assert.equal(sent.length, 100 + refusals);
  });

  it('raises the limit again after a time without refusals', async () => {
    let onTheWay = 0;
    let most = 0;
    const { send, clock } = setUp(async (_, index) => {
      if (index === 0) return answer(429, '', { 'retry-after': '1' });
      onTheWay += 1;
      most = Math.max(most, onTheWay);
      await settle();
      onTheWay -= 1;
      return answer(200);
    });
    const first = send(get);
    await runOut(clock);
    await first;
    for (let round = 0; round < 12; round += 1) {
      clock.advance(2000);
      await Promise.all(Array.from({ length: 12 }, () => send(get)));
    }
    assert.equal(most, 6);
  });

  it('is not blocked by a failed request', async () => {
    const { send } = setUp(() => Promise.reject(cut()));
    for (let index = 0; index < 20; index += 1) await assert.rejects(send(post), ConnectionError);
  });
});
