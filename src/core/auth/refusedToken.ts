import { discardBody } from '../api/releaseBody.ts';
import type { Send, SendRequest } from '../api/send.ts';
import { unlessOfGateway } from '../api/unlessOfGateway.ts';
import { type Clock, delay } from '../base/clock.ts';
import { timings } from '../base/timings.ts';

interface RefusedTokenPorts {
  /** The pipe without a bearer. */
  readonly send: Send;
  readonly clock: Clock;
}

/** A token of a service, which is https, or this computer. */
interface AskedToken {
  readonly baseUrl: string;
  readonly accessToken: string;
}

const maxUnansweredWaitMs = 10 * 60_000;

/**
 * Asks again about an access token that the service has refused: one refusal may be a passing fault, and would end a
 * session for good. A failure that is no refusal does not count.
 * @returns whether each answer was a refusal; false as soon as one accepts it, or the signal aborts
 */
export async function isRefusedLastingly(
  { send, clock }: RefusedTokenPorts,
  token: AskedToken,
  signal: AbortSignal,
): Promise<boolean> {
  const waitsMs = [...timings.refusalChecksMs];
  // Without an answer, as offline, the waits grow.
  let leastMs = 0;
  while (waitsMs.length > 0) {
    const waitMs = Math.max(waitsMs[0] ?? 0, leastMs);
    await delay(clock, waitMs, signal).catch(() => undefined);
    if (signal.aborted) return false;
    const answer = await ask(send, token).catch(() => 'none');
    if (answer === 'accepted') return false;
    if (answer === 'refused') waitsMs.shift();
    else leastMs = Math.min(2 * waitMs, maxUnansweredWaitMs);
  }
  return true;
}

async function ask(send: Send, { baseUrl, accessToken }: AskedToken): Promise<'accepted' | 'refused' | 'none'> {
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
  const request: SendRequest = { method: 'GET', url: `${baseUrl.replace(/\/+$/, '')}/v1/people/me`, headers };
  const response = await send(request);
  const { status } = response;
  await (status === 401 ? unlessOfGateway(request, response) : discardBody(response));
  if (status === 401) return 'refused';
  return status >= 200 && status <= 299 ? 'accepted' : 'none';
}
