import assert from 'node:assert/strict';
import { Cooldown } from '../../../../src/core/base/cooldown.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';

describe('a cooldown', () => {
  it('[S24] lets the first of many pass, and the next one after its pause', () => {
    const clock = new ManualClock();
    const cooldown = new Cooldown(clock, 60_000);
    const passes = (count: number) => Array.from({ length: count }, () => cooldown.tryPass());
    assert.deepEqual(passes(3), [true, false, false]);
    clock.advance(59_999);
    assert.deepEqual(passes(2), [false, false]);
    clock.advance(1);
    assert.deepEqual(passes(2), [true, false]);
  });

  it('[S26] is not kept shut by a clock that is set back', () => {
    const clock = new ManualClock();
    const cooldown = new Cooldown(clock, 60_000);
    cooldown.tryPass();
    clock.set(clock.now() - 86_400_000);
    assert.equal(cooldown.tryPass(), true);
  });
});
