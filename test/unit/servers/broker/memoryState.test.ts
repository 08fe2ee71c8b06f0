import assert from 'node:assert/strict';
import { ExpiringMap } from '../../../../src/servers/broker/state/expiringMap.ts';
import { createMemoryState } from '../../../../src/servers/broker/state/memoryState.ts';
import { openOneBroker } from './deployment.ts';
import { upstreamCount, useDeployment } from './useDeployment.ts';

describe('the state of one broker', () => {
  const { signIn } = useDeployment(openOneBroker);
  let nowMs = 0;
  const now = () => nowMs;

  it('[S22] answers a handle alike for 60 seconds, and asks the service again after them', async () => {
    const { editor, tokens, deployment } = await signIn();
    const first = await editor.refresh(tokens.handle);
    deployment.passMs(59_000);
    assert.deepEqual(await editor.refresh(tokens.handle), first);
    assert.equal(upstreamCount(deployment, 'refresh_token'), 1);
    deployment.passMs(1_000);
    assert.notEqual((await editor.refresh(tokens.handle)).accessToken, first.accessToken);
    assert.equal(upstreamCount(deployment, 'refresh_token'), 2);
  });

  it('[S23] keeps a failure for three seconds only: the session goes on when the service is back', async () => {
    const { editor, tokens, deployment } = await signIn();
    const fault = { match: { path: '/v1/access_token' }, times: 1, effect: { kind: 'status', status: 503 } };
    await deployment.service.control('POST', 'faults', fault);
    await assert.rejects(editor.refresh(tokens.handle), { status: 503 });
    await assert.rejects(editor.refresh(tokens.handle), { status: 503 });
    assert.equal(upstreamCount(deployment, 'refresh_token'), 1);
    deployment.passMs(3_000);
    assert.ok((await editor.refresh(tokens.handle)).accessToken);
  });

  it('lets work that failed by itself be tried again at once', async () => {
    const state = createMemoryState(now);
    await assert.rejects(
      state.once('work', () => Promise.reject(new Error('broken'))),
      /broken/,
    );
    assert.equal(await state.once('work', async () => ({ text: 'done', keepMs: 10 })), 'done');
  });

  it('takes a name once, until it is given back or its time is over', async () => {
    const state = createMemoryState(now);
    assert.deepEqual(
      [await state.claim('a', 10), await state.claim('a', 10), await state.claim('b', 10)],
      [true, false, true],
    );
    await state.release('a');
    assert.equal(await state.claim('a', 10), true);
    nowMs += 10;
    assert.equal(await state.claim('a', 10), true);
  });

  it('never grows beyond its limit, and forgets what is over', () => {
    const map = new ExpiringMap<number>(now, 3);
    for (let index = 0; index < 5; index += 1) map.set(`${index}`, index, 100);
    assert.deepEqual([map.size, map.get('1'), map.get('2')?.value, map.get('4')?.value], [3, undefined, 2, 4]);
    nowMs += 30_000;
    assert.equal(map.get('4'), undefined);
    map.set('new', 1, 100);
    assert.equal(map.size, 1);
  });
});
