import assert from 'node:assert/strict';

/**
 * Asserts that work on a text of 8 times the length takes about 8 times as long: with quadratic work it is 64 times. The
 * fastest of some runs counts, and what takes less than 250 ms counts as fast.
 */
export function assertLinear(work: (length: number) => void, length: number): void {
  const [short, long] = [fastestMs(() => work(length)), fastestMs(() => work(8 * length))];
  assert.ok(long < 250 || long < 24 * short, `${short} ms for ${length}, ${long} ms for ${8 * length}`);
}

function fastestMs(work: () => void): number {
  const times = [1, 2, 3].map(() => {
    const startMs = performance.now();
    work();
    return performance.now() - startMs;
  });
  return Math.min(...times);
}
