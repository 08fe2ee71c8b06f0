import assert from 'node:assert/strict';
import { ExpiringMap } from '../../../src/servers/expiringMap.ts';

describe('ExpiringMap', () => {
  it('never exceeds its limit, and removes expired entries', () => {
    let nowMs = 0;
    const map = new ExpiringMap<number>(() => nowMs, 3);
    for (let index = 0; index < 5; index += 1) map.set(`${index}`, index, 100);
    assert.deepEqual([map.size, map.get('1'), map.get('2')?.value, map.get('4')?.value], [3, undefined, 2, 4]);
    nowMs += 30_000;
    assert.equal(map.get('4'), undefined);
    map.set('new', 1, 100);
    assert.equal(map.size, 1);
  });
});
