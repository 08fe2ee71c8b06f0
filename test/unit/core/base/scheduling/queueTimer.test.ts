import assert from 'node:assert/strict';
import { QueueTimer } from '../../../../../src/core/base/scheduling/queueTimer.ts';
import { ManualClock } from '../../../../support/fakes/manualClock.ts';

describe('The timer of the queue', () => {
  let clock: ManualClock;
  let timer: QueueTimer;
  let count: number;
  beforeEach(() => {
    clock = new ManualClock();
    count = 0;
    timer = new QueueTimer({ clock, random: () => 0.5 }, () => {
      count += 1;
    });
  });
  const leftMs = () => timer.nextTryMs && timer.nextTryMs - clock.now();
  const fail = (wasReached: boolean) => timer.backOff({ wasReached, retryAfterMs: 0 });

  it('elapses once, at the earliest time', () => {
    for (const [waitMs, expectedMs] of [
      [5000, 5000],
      [9000, 5000],
      [5000, 5000],
      [2000, 2000],
    ] as const) {
      timer.start(waitMs);
      assert.equal(leftMs(), expectedMs);
    }
    clock.advance(2000);
    assert.deepEqual([count, timer.nextTryMs], [1, undefined]);
    clock.advance(10_000);
    assert.equal(count, 1);
  });

  it('starts again if its time passed while the machine slept', () => {
    timer.start(5000);
    clock.set(clock.now() + 60_000);
    timer.start(7000);
    assert.equal(leftMs(), 7000);
  });

  it('counts failures during a back-off once, and ends early on demand only if the service was not reached', () => {
    for (const [wasReached, isBackingOff] of [
      [false, false],
      [true, true],
    ] as const) {
      timer.endBackOff();
      fail(wasReached);
      assert.equal(timer.startIfBackingOff(), true);
      clock.advance(5000);
      fail(wasReached);
      assert.equal(leftMs(), 30_000);
      clock.advance(10_000);
      fail(wasReached);
      assert.deepEqual([leftMs(), timer.startIfBackingOff()], [20_000, isBackingOff]);
      assert.deepEqual([timer.endBackOff(), timer.endBackOff()], [true, false]);
      clock.advance(20_000);
    }
  });

  it('continues after a back-off that another timer interrupted', () => {
    fail(true);
    timer.start(1000);
    clock.advance(1000);
    assert.deepEqual([timer.startIfBackingOff(), leftMs()], [true, 4000]);
    timer.dispose();
    assert.equal(clock.timerCount, 0);
  });
});
