import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { maxTimerMs, systemClock } from '../../../../src/core/base/clock.ts';

describe('the system clock', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 5 }));
  afterEach(() => mock.timers.reset());

  it('splits delays that exceed the limit of a timer', () => {
    let calls = 0;
    systemClock.startTimer(maxTimerMs + 500, () => {
      calls += 1;
    });
    mock.timers.tick(maxTimerMs);
    assert.equal(calls, 0);
    mock.timers.tick(499);
    assert.equal(calls, 0);
    mock.timers.tick(1);
    assert.equal(calls, 1);
  });

  it('stops a disposed timer, even in a later step', () => {
    let calls = 0;
    const timer = systemClock.startTimer(maxTimerMs + 500, () => {
      calls += 1;
    });
    mock.timers.tick(maxTimerMs);
    timer.dispose();
    mock.timers.tick(1000);
    assert.equal(calls, 0);
  });
});
