import assert from 'node:assert/strict';
import { PollingScheduler } from '../../../../src/core/rooms/pollingScheduler.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { settle } from '../api/scriptedSend.ts';

function openTimer() {
  const clock = new ManualClock();
  const state = { isWanted: true, runs: 0, failure: undefined as Error | undefined, pauses: [10, 20, 40] };
  let running = Promise.withResolvers<void>();
  const timer = new PollingScheduler(clock, {
    isEnabled: () => state.isWanted,
    delayMs: (failures) => state.pauses[failures],
    run: () => {
      state.runs += 1;
      running = Promise.withResolvers<void>();
      return running.promise;
    },
  });
  const end = async () => {
    if (state.failure) running.reject(state.failure);
    else running.resolve();
    await settle();
  };
  return { clock, state, timer, end };
}

describe('the polite timer', () => {
  it('waits its pause before the first time and between two times', async () => {
    const { clock, state, timer, end } = openTimer();
    timer.reschedule();
    clock.advance(9);
    assert.equal(state.runs, 0);
    clock.advance(1);
    assert.equal(state.runs, 1);
    await end();
    assert.equal(clock.nextTimerMs, 10);
  });

  it('does one thing at a time', async () => {
    const { clock, state, timer, end } = openTimer();
    timer.reschedule();
    clock.advance(10);
    timer.reschedule();
    clock.advance(100);
    assert.equal(state.runs, 1);
    await end();
  });

  it('rests while nobody looks, and does at once what is overdue when somebody does', () => {
    const { clock, state, timer } = openTimer();
    state.isWanted = false;
    timer.reschedule();
    clock.advance(1_000);
    assert.equal(state.runs, 0);
    state.isWanted = true;
    timer.reschedule();
    clock.advance(0);
    assert.equal(state.runs, 1);
  });

  it('stops a wait that nobody wants any more', () => {
    const { clock, state, timer } = openTimer();
    timer.reschedule();
    state.isWanted = false;
    timer.reschedule();
    assert.equal(clock.timerCount, 0);
  });

  it('waits longer after each failure, gives up where there is no pause, and begins anew when told', async () => {
    const { clock, state, timer, end } = openTimer();
    state.failure = new Error('down');
    timer.reschedule();
    for (const pauseMs of [10, 20, 40]) {
      assert.equal(clock.nextTimerMs, pauseMs);
      clock.advance(pauseMs);
      await end();
    }
    assert.equal(clock.timerCount, 0);
    timer.reset();
    assert.equal(clock.nextTimerMs, 10);
  });

  it('forgets failures with the first success', async () => {
    const { clock, state, timer, end } = openTimer();
    state.failure = new Error('down');
    timer.reschedule();
    clock.advance(10);
    await end();
    state.failure = undefined;
    clock.advance(20);
    await end();
    assert.equal(clock.nextTimerMs, 10);
  });

  it('does not run wild when somebody sets the clock back', () => {
    const { clock, timer } = openTimer();
    clock.set(clock.now() - 1_000_000);
    timer.reschedule();
    assert.equal(clock.nextTimerMs, 10);
  });

  it('ends with its owner, also in the middle of its work', async () => {
    const { clock, timer, end } = openTimer();
    timer.reschedule();
    clock.advance(10);
    timer.dispose();
    await end();
    assert.equal(clock.timerCount, 0);
  });
});
