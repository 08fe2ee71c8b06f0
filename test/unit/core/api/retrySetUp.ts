import { jsonBody } from '../../../../src/core/api/requestBody.ts';
import { withRetry } from '../../../../src/core/api/retry.ts';
import type { Send, SendRequest, SendResponse } from '../../../../src/core/api/send.ts';
import type { RetryWait } from '../../../../src/core/api/waitTracker.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { type Sent, scriptedSend, settle } from './scriptedSend.ts';

/** A safe request, and one that the service may not process twice. */
export const get: SendRequest = { method: 'GET', url: 'https://api.example/v1/rooms?max=3' };
export const post: SendRequest = {
  method: 'POST',
  url: 'https://api.example/v1/messages',
  body: jsonBody({ roomId: 'r' }),
};

/** An unsafe request that waits for the rate limit here. A POST does not. */
export const put: SendRequest = { ...post, method: 'PUT' };

/** A retrying `Send` whose responses come from a function, with a manual clock and fixed jitter. */
export function setUp(
  reply: (request: SendRequest, index: number) => SendResponse | Promise<SendResponse>,
  random = 1,
): {
  send: Send;
  sent: Sent[];
  clock: ManualClock;
  log: RecordingLog;
  waits: (RetryWait | undefined)[];
} {
  const [clock, log, waits] = [new ManualClock(), new RecordingLog(), [] as (RetryWait | undefined)[]];
  const { send: next, sent } = scriptedSend(reply);
  const send = withRetry({ clock, log, random: () => random, onWait: (wait) => waits.push(wait) })(next);
  return { send, sent, clock, log, waits };
}

/** Advances the clock from timer to timer until no timer is left. */
export async function runOut(clock: ManualClock): Promise<void> {
  for (await settle(); clock.nextTimerMs !== undefined; await settle()) clock.advance(clock.nextTimerMs);
}
