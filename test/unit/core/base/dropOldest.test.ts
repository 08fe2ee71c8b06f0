import assert from 'node:assert/strict';
import { dropOldest } from '../../../../src/core/base/dropOldest.ts';

const mapOf = (...sizes: readonly number[]) => new Map(sizes.map((size, at) => [at, size]));

describe('dropOldest', () => {
  it('keeps the newest entries', () => {
    const map = mapOf(7, 7, 7);
    dropOldest(map, 2);
    assert.deepEqual([...map.keys()], [1, 2]);
  });

  it('removes an entry above the limit, even the only one', () => {
    const map = mapOf(6);
    dropOldest(map, 5, (size) => size);
    assert.equal(map.size, 0);
  });
});
