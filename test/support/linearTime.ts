import assert from 'node:assert/strict';

/**
 * Asserts that work on a text of 8 times the length takes about 8 times as long: with quadratic work it is 64 times. The
 * fastest of some runs counts, what takes less than 250 ms counts as fast, and what was slow is measured again, because a
 * machine that does other things is slow for a while, and quadratic work always.
 */
export function assertLinear(work: (length: number) => void, length: number): void {
  const measure = () => [fastestMs(() => work(length)), fastestMs(() => work(8 * length))] as const;
  let [short, long] = measure();
  for (let tries = 1; tries < 4 && !isLinear(short, long); tries += 1) [short, long] = measure();
  assert.ok(isLinear(short, long), `${short} ms for ${length}, ${long} ms for ${8 * length}`);
}

function isLinear(short: number, long: number): boolean {
  return long < 250 || long < 24 * short;
}

function fastestMs(work: () => void): number {
  const times = [1, 2, 3].map(() => {
    const startMs = performance.now();
    work();
    return performance.now() - startMs;
  });
  return Math.min(...times);
}
