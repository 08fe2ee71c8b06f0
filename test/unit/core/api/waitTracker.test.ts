import assert from 'node:assert/strict';
import { WaitTracker } from '../../../../src/core/api/waitTracker.ts';

describe('The waits of several requests', () => {
  it('are reported as the longest, and only when that changes', () => {
    const told: (string | undefined)[] = [];
    const tracker = new WaitTracker((wait) => told.push(wait && `${wait.untilMs} ${wait.reason}`));
    const [a, b, c] = [{}, {}, {}];
    tracker.set(a, undefined);
    for (const [owner, untilMs, reason] of [
      [a, 3, 'server-error'],
      [b, 2, 'server-error'],
      [c, 3, 'rate-limited'],
      [a, 3, 'rate-limited'],
      [b, 4, 'rate-limited'],
    ] as const)
      tracker.set(owner, { untilMs, reason });
    for (const owner of [b, b, a, c]) tracker.set(owner, undefined);
    assert.deepEqual(told, ['3 server-error', '3 rate-limited', '4 rate-limited', '3 rate-limited', undefined]);
  });
});
