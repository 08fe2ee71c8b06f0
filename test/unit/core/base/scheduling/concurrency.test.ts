import assert from 'node:assert/strict';
import { mapConcurrently, SerialQueue } from '../../../../../src/core/base/scheduling/concurrency.ts';

/** Work that the test ends, with a record of what has started. */
function workbench() {
  const begun: number[] = [];
  const endings = new Map<number, PromiseWithResolvers<string>>();
  const work = (item: number): Promise<string> => {
    begun.push(item);
    const ending = Promise.withResolvers<string>();
    endings.set(item, ending);
    return ending.promise;
  };
  const end = (item: number): void => endings.get(item)?.resolve(`done ${item}`);
  const fail = (item: number): void => endings.get(item)?.reject(new Error(`failed ${item}`));
  return { begun, work, end, fail };
}

describe('mapConcurrently', () => {
  it('starts a limited number of items, and one more for each result', async () => {
    const { begun, work, end } = workbench();
    const results = mapConcurrently([0, 1, 2, 3, 4], 3, work);
    const first = results.next();
    assert.deepEqual(begun, [0, 1, 2]);
    end(0);
    assert.equal((await first).value, 'done 0');
    assert.deepEqual(begun, [0, 1, 2, 3]);
  });

  it('rejects in the order of the items, and starts no more work', async () => {
    const { begun, work, end, fail } = workbench();
    const results = mapConcurrently([0, 1, 2, 3], 2, work);
    const first = results.next();
    fail(1);
    end(0);
    assert.equal((await first).value, 'done 0');
    await assert.rejects(results.next(), { message: 'failed 1' });
    assert.deepEqual(begun, [0, 1, 2]);
    assert.equal((await results.next()).done, true);
  });
});

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
