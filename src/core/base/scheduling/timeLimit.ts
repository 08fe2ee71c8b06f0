import type { Clock } from '../clock.ts';
import { RoomsideError, raceAbort, throwIfAborted } from '../errors.ts';

/** An operation took longer than its time limit. */
export class TimeLimitError extends RoomsideError {}

interface TimeLimit {
  readonly clock: Pick<Clock, 'startTimer'>;
  readonly limitMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Runs `work` with a time limit: after it, the signal of the work aborts, and the work is not awaited.
 * @throws {TimeLimitError} after the limit
 * @throws {CancelledError} when the signal aborts
 */
export async function withTimeLimit<T>(
  { clock, limitMs, signal }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  throwIfAborted(signal);
  const timeout = new AbortController();
  const timedOut = Promise.withResolvers<never>();
  const timer = clock.startTimer(limitMs, () => {
    timedOut.reject(new TimeLimitError());
    timeout.abort();
  });
  try {
    const done = work(signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]));
    return await raceAbort(Promise.race([done, timedOut.promise]), signal);
  } finally {
    timer.dispose();
  }
}
