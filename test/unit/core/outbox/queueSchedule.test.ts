import assert from 'node:assert/strict';
import { QueueSchedule } from '../../../../src/core/outbox/queueSchedule.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';

describe('The schedule of the queue', () => {
  let clock: ManualClock;
  let schedule: QueueSchedule;
  let count: number;
  beforeEach(() => {
    clock = new ManualClock();
    count = 0;
    const onDue = () => {
      count += 1;
    };
    schedule = new QueueSchedule(clock, () => 0.5, onDue);
  });
  const leftMs = () => schedule.nextTryMs && schedule.nextTryMs - clock.now();

  it('continues once, at the earliest time', () => {
    for (const [waitMs, expectedMs] of [
      [9000, 9000],
      [7000, 7000],
      [8000, 7000],
    ] as const) {
      assert.equal(schedule.waitFor(waitMs), true);
      assert.equal(leftMs(), expectedMs);
    }
    schedule.waitForOtherWindow();
    assert.equal(leftMs(), 5000);
    clock.advance(5000);
    assert.deepEqual([count, schedule.nextTryMs], [1, undefined]);
    clock.advance(10_000);
    assert.equal(count, 1);
  });

  it('starts again if its time passed while the machine slept', () => {
    schedule.waitFor(5000);
    clock.set(clock.now() + 60_000);
    schedule.waitFor(7000);
    assert.equal(leftMs(), 7000);
  });

  it('counts failures during a back-off once, and ends early on demand only if the service was not reached', () => {
    for (const wasReached of [false, true]) {
      const fail = () => schedule.onFailure(0, wasReached);
      schedule.onSuccess();
      fail();
      assert.equal(schedule.isBackingOff(), true);
      clock.advance(5000);
      fail();
      assert.equal(leftMs(), 30_000);
      clock.advance(10_000);
      fail();
      assert.deepEqual([leftMs(), schedule.isBackingOff()], [20_000, wasReached]);
      assert.deepEqual([schedule.onSuccess(), schedule.onSuccess()], [true, false]);
      clock.advance(20_000);
    }
  });
});
