import assert from 'node:assert/strict';
import { Throttle } from '../../../../../src/core/base/scheduling/concurrency.ts';
import { ManualClock } from '../../../../support/fakes/manualClock.ts';

describe('a throttle', () => {
  it('[S24] passes the first of many, and the next one after the interval', () => {
    const clock = new ManualClock();
    const throttle = new Throttle(clock, 60_000);
    const passes = (count: number) => Array.from({ length: count }, () => throttle.tryPass());
    assert.deepEqual(passes(3), [true, false, false]);
    clock.advance(59_999);
    assert.deepEqual(passes(2), [false, false]);
    clock.advance(1);
    assert.deepEqual(passes(2), [true, false]);
  });

  it('[S26] is not blocked by a clock that is set back', () => {
    const clock = new ManualClock();
    const throttle = new Throttle(clock, 60_000);
    throttle.tryPass();
    clock.set(clock.now() - 86_400_000);
    assert.equal(throttle.tryPass(), true);
  });
});
