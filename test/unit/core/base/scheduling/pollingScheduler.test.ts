import assert from 'node:assert/strict';
import { maxTimerMs } from '../../../../../src/core/base/clock.ts';
import { everyMinute, PollingScheduler } from '../../../../../src/core/base/scheduling/pollingScheduler.ts';
import { ManualClock } from '../../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../../support/fakes/recordingLog.ts';
import { settle } from '../../api/scriptedSend.ts';
import { hourMs, openTokenSource } from '../../auth/openTokenSource.ts';

function openTimer() {
  const clock = new ManualClock();
  const state = { isEnabled: true, runs: 0, failure: undefined as Error | undefined, pauses: [10, 20, 40] };
  let running = Promise.withResolvers<void>();
  const timer = new PollingScheduler(clock, {
    isEnabled: () => state.isEnabled,
    delayMs: (failures) => state.pauses[failures] ?? 80,
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

describe('PollingScheduler', () => {
  it('waits before the first run and between runs', async () => {
    const { clock, state, timer, end } = openTimer();
    timer.reschedule();
    clock.advance(9);
    assert.equal(state.runs, 0);
    clock.advance(1);
    timer.reschedule();
    clock.advance(100);
    assert.equal(state.runs, 1, 'never twice at once');
    await end();
    assert.equal(clock.nextTimerMs, 10);
  });

  it('runs sooner when it has to hurry, and once more if it runs already', async () => {
    const { clock, state, timer, end } = openTimer();
    timer.hurry(4);
    clock.advance(4);
    assert.equal(state.runs, 1);
    timer.hurry(0);
    await end();
    clock.advance(0);
    assert.equal(state.runs, 2);
    await end();
    assert.equal(clock.nextTimerMs, 10, 'then as usual');
  });

  it('waits longer after each failure, and restarts on reset', async () => {
    const { clock, state, timer, end } = openTimer();
    state.failure = new Error('down');
    timer.reschedule();
    for (const pauseMs of [10, 20, 40]) {
      assert.equal(clock.nextTimerMs, pauseMs);
      clock.advance(pauseMs);
      await end();
    }
    assert.equal(clock.nextTimerMs, 80);
    timer.reset();
    assert.equal(clock.nextTimerMs, 10);
  });
});

const minuteMs = 60_000;

describe('an interval task', () => {
  it('[S27] starts no timer longer than a minute, however long tokens live', async () => {
    const yearMs = 365 * 24 * hourMs;
    const obtainedAtMs = Date.UTC(2026, 0, 1);
    const { clock, log, check, tokens } = await openTokenSource({ obtainedAtMs, expiresAtMs: obtainedAtMs + yearMs });
    everyMinute(clock, log, check);
    await tokens.get();
    assert.ok((clock.nextTimerMs ?? 0) <= minuteMs);
    assert.equal(clock.timerCount, 1);
    assert.ok(minuteMs < maxTimerMs);
  });

  it('continues after an error, and logs it', async () => {
    let checks = 0;
    const [clock, log] = [new ManualClock(), new RecordingLog()];
    everyMinute(clock, log, async () => {
      checks += 1;
      throw new RangeError('a fault');
    });
    for (const _ of [1, 2]) {
      clock.advance(minuteMs);
      await settle();
    }
    assert.equal(checks, 2);
    assert.match(log.text, /an interval task failed/);
  });
});
