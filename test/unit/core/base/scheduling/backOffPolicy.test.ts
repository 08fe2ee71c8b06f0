import assert from 'node:assert/strict';
import { doubling, steps, withRetries } from '../../../../../src/core/base/scheduling/backOff.ts';
import { ManualClock } from '../../../../support/fakes/manualClock.ts';
import { passTime } from '../../../../support/fakes/passTime.ts';

describe('a back-off policy', () => {
  it('doubles the wait up to its maximum', () => {
    const waitMs = doubling(100, 500);
    assert.deepEqual([0, 1, 2, 3, 2_000].map(waitMs), [100, 200, 400, 500, 500]);
  });

  it('gives up after the last of its steps', () => {
    assert.deepEqual([0, 1, 2].map(steps([5, 9])), [5, 9, undefined]);
  });
});

describe('withRetries', () => {
  const busy = new Error('busy');
  const failing = (errors: Error[]) => async () => {
    const error = errors.shift();
    if (error !== undefined) throw error;
    return 'done';
  };
  const run = (errors: Error[]) => {
    const clock = new ManualClock();
    const isTransient = (error: unknown): boolean => error === busy;
    return { clock, result: withRetries(failing(errors), { policy: steps([10, 20]), isTransient, clock }) };
  };

  it('tries again after each wait', async () => {
    const { clock, result } = run([busy, busy]);
    const startMs = clock.now();
    assert.equal(await passTime(clock, result), 'done');
    assert.equal(clock.now() - startMs, 30);
  });

  it('fails with the last error when the policy gives up', async () => {
    const { clock, result } = run([busy, busy, busy]);
    await assert.rejects(passTime(clock, result), busy);
  });

  it('does not repeat after another error', async () => {
    await assert.rejects(run([new Error('refused')]).result, /refused/);
  });
});
