import assert from 'node:assert/strict';
import { WaitTracker } from '../../../../src/core/api/waitTracker.ts';

describe('The waits of several requests', () => {
  it('are reported as the longest, and only when that changes', () => {
    const told: (string | undefined)[] = [];
    const tracker = new WaitTracker((wait) => told.push(wait && `${wait.untilMs} ${wait.reason}`));
    const [a, b, c] = [{}, {}, {}];
    tracker.set(a, undefined);
    for (const [owner, untilMs, reason] of [
      [a, 3, 'busy'],
      [b, 2, 'busy'],
      [c, 3, 'limit'],
      [a, 3, 'limit'],
      [b, 4, 'limit'],
    ] as const)
      tracker.set(owner, { untilMs, reason });
    for (const owner of [b, b, a, c]) tracker.set(owner, undefined);
    assert.deepEqual(told, ['3 busy', '3 limit', '4 limit', '3 limit', undefined]);
  });
});
