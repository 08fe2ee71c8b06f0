import assert from 'node:assert/strict';
import { BackOff, doubling, steps, withRetries } from '../../../../../src/core/base/scheduling/backOff.ts';
import { ManualClock } from '../../../../support/fakes/manualClock.ts';
import { passTime } from '../../../../support/fakes/passTime.ts';

const served = (atMs: number, retryAfterMs?: number) => ({ atMs, retryAfterMs, wasReached: true });

describe('back-off', () => {
  it('[S23] adds a jitter of a fifth to either side', () => {
    assert.equal(new BackOff(() => 0).fail(served(0)), 4_000);
    assert.equal(new BackOff(() => 0.999_999).fail(served(0)), 6_000);
  });

  it('[S23] never retries before the service allows it, nor before its own step', () => {
    assert.equal(new BackOff(() => 0).fail(served(0, 60_000)), 60_000);
    assert.equal(new BackOff(() => 0.5).fail(served(0, 0)), 5_000);
  });

  it('allows a retry on demand after five seconds offline, but not after a failure of the service', () => {
    for (const wasReached of [true, false]) {
      const backOff = new BackOff(() => 0.5);
      for (let tries = 0; tries < 4; tries += 1) backOff.fail({ atMs: 0, wasReached });
      assert.equal(backOff.untilMs(5_000, true), wasReached ? 600_000 : undefined);
      assert.equal(backOff.untilMs(4_999, true), 600_000);
      assert.equal(backOff.untilMs(5_000, false), 600_000);
    }
  });

  it('[S26] does not wait for days because the clock was set back', () => {
    const backOff = new BackOff(() => 0.5);
    backOff.fail(served(86_400_000));
    assert.equal(backOff.untilMs(0, false), undefined);
    assert.equal(backOff.untilMs(2 * 86_400_000, false), undefined);
  });
});

describe('a back-off policy', () => {
  it('doubles the wait up to its maximum', () => {
    const waitMs = doubling(100, 500);
    assert.deepEqual([0, 1, 2, 3, 2_000].map(waitMs), [100, 200, 400, 500, 500]);
  });

  it('gives up after the last of its steps', () => assert.deepEqual([0, 1, 2].map(steps([5, 9])), [5, 9, undefined]));
});

describe('withRetries', () => {
  it('tries again after each wait', async () => {
    const busy = new Error('busy');
    const errors = [busy, busy];
    const work = async () => {
      const error = errors.shift();
      if (error !== undefined) throw error;
      return 'done';
    };
    const clock = new ManualClock();
    const startMs = clock.now();
    const isTransient = (error: unknown): boolean => error === busy;
    const result = withRetries(work, { policy: steps([10, 20]), isTransient, clock });
    assert.equal(await passTime(clock, result), 'done');
    assert.equal(clock.now() - startMs, 30);
  });
});
