import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { delay, maxTimerMs, systemClock } from '../../../../src/core/base/clock.ts';
import { CancelledError } from '../../../../src/core/base/errors.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';

/** The state of a promise after all ready callbacks have run. */
async function outcomeOf(promise: Promise<unknown>): Promise<'pending' | 'resolved' | Error> {
  const ended = promise.then(
    () => 'resolved' as const,
    (error: Error) => error,
  );
  return Promise.race([ended, new Promise<'pending'>((resolve) => setImmediate(() => resolve('pending')))]);
}

describe('a delay', () => {
  it('resolves when its time has passed, not earlier', async () => {
    const clock = new ManualClock();
    const waiting = delay(clock, 1000);
    clock.advance(999);
    assert.equal(await outcomeOf(waiting), 'pending');
    clock.advance(1);
    assert.equal(await outcomeOf(waiting), 'resolved');
  });

  it('rejects with CancelledError when its signal aborts, and leaves no timer', async () => {
    const clock = new ManualClock();
    const abort = new AbortController();
    const waiting = delay(clock, 1000, abort.signal);
    abort.abort();
    assert.ok((await outcomeOf(waiting)) instanceof CancelledError);
    assert.equal(clock.timerCount, 0);
  });
});

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
