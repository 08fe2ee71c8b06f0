import assert from 'node:assert/strict';
import { maxTimerMs } from '../../../../../src/core/base/clock.ts';
import { everyMinute } from '../../../../../src/core/base/scheduling/pollingScheduler.ts';
import { ManualClock } from '../../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../../support/fakes/recordingLog.ts';
import { settle } from '../../api/scriptedSend.ts';
import { hourMs, openTokenSource } from '../../auth/openTokenSource.ts';

const minuteMs = 60_000;

function open(check: () => Promise<void>) {
  const [clock, log] = [new ManualClock(), new RecordingLog()];
  return { clock, log, tick: everyMinute(clock, log, check) };
}

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
    const { clock, log } = open(async () => {
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
