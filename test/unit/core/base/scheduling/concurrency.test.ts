import assert from 'node:assert/strict';
import { mapConcurrently } from '../../../../../src/core/base/scheduling/concurrency.ts';

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
