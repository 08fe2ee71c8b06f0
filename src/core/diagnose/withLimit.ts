import type { Clock } from '../base/clock.ts';
import { raceAbort, throwIfAborted } from '../base/errors.ts';

/** The time limit of each check. */
export const checkLimitMs = 10_000;

export class TimedOut extends Error {}

/**
 * Runs a check with the time limit: after it, the check is aborted and not awaited.
 * @throws {TimedOut} after the limit
 * @throws {CancelledError} when the signal aborts
 */
export async function withLimit<T>(
  clock: Clock,
  signal: AbortSignal,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  throwIfAborted(signal);
  const timeout = new AbortController();
  const timedOut = Promise.withResolvers<never>();
  const timer = clock.startTimer(checkLimitMs, () => {
    timedOut.reject(new TimedOut());
    timeout.abort();
  });
  try {
    const done = work(AbortSignal.any([signal, timeout.signal]));
    return await raceAbort(Promise.race([done, timedOut.promise]), signal);
  } finally {
    timer.dispose();
  }
}
