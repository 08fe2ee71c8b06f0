import assert from 'node:assert/strict';
import { SerialQueue } from '../../../../../src/core/base/scheduling/concurrency.ts';

describe('SerialQueue', () => {
  it('starts a task when the previous one has ended', async () => {
    const queue = new SerialQueue();
    const first = Promise.withResolvers<string>();
    const started: string[] = [];
    const results = Promise.all([
      queue.run(() => {
        started.push('first');
        return first.promise;
      }),
      queue.run(async () => {
        started.push('second');
        return 'b';
      }),
    ]);
    await new Promise(setImmediate);
    assert.deepEqual(started, ['first']);
    first.resolve('a');
    assert.deepEqual(await results, ['a', 'b']);
    assert.deepEqual(started, ['first', 'second']);
  });

  it('gives an error to its caller only, and goes on', async () => {
    const queue = new SerialQueue();
    const failed = queue.run(() => Promise.reject(new Error('full')));
    const next = queue.run(async () => 'written');
    await assert.rejects(failed, /full/);
    assert.equal(await next, 'written');
  });
});
