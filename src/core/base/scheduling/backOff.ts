import { type Clock, delay } from '../clock.ts';
import { timings } from '../timings.ts';

/**
 * The wait in milliseconds before the next try, given the number of failures before the last one, and its error; `undefined`
 * to give up.
 */
export type BackOffPolicy = (failureCount: number, error?: unknown) => number | undefined;

/** Doubles the wait with each failure. */
export function doubling(firstMs: number, maxMs = Number.POSITIVE_INFINITY): (failureCount: number) => number {
  return (failureCount) => Math.min(firstMs * 2 ** failureCount, maxMs);
}

/** Waits for each of these times once, and then gives up. */
export function steps(waitsMs: readonly number[]): BackOffPolicy {
  return (failureCount) => waitsMs[failureCount];
}

export interface Retries {
  readonly policy: BackOffPolicy;
  /** Whether another try may succeed. */
  isTransient(error: unknown): boolean;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/** @throws the error of the last try */
export async function withRetries<T>(
  work: () => Promise<T>,
  { policy, isTransient, clock, signal }: Retries,
): Promise<T> {
  for (let failureCount = 0; ; failureCount += 1) {
    try {
      return await work();
    } catch (error) {
      const waitMs = isTransient(error) ? policy(failureCount, error) : undefined;
      if (waitMs === undefined) throw error;
      await delay(clock, waitMs, signal);
    }
  }
}

/** The longest wait that is applied. A longer `Retry-After` is shown, and the service is asked again after a day. */
export const maxRetryAfterMs = 24 * 60 * 60_000;

const stepsMs = timings.backOffStepsMs;
/** Jitter, so that windows that failed together do not retry together. */
const jitter = 0.2;

export interface Failure {
  readonly atMs: number;
  /** The wait that the service asked for. At most `maxRetryAfterMs` of it is applied. */
  readonly retryAfterMs?: number | undefined;
  /** Whether the service was reached, so that another try adds load. */
  readonly wasReached: boolean;
}

/** Exponential back-off with jitter. Never retries earlier than the service asks. */
export class BackOff {
  readonly #random: () => number;
  #failures = 0;
  #last: { readonly atMs: number; readonly waitMs: number; readonly onDemandWaitMs: number } | undefined;

  /** @param random from 0 to below 1 */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** @returns when to retry, in milliseconds since the epoch */
  fail({ atMs, retryAfterMs = 0, wasReached }: Failure): number {
    const stepMs = stepsMs[Math.min(this.#failures, stepsMs.length - 1)] ?? 0;
    const share = 1 - jitter + 2 * jitter * this.#random();
    const appliedMs = Math.min(retryAfterMs, maxRetryAfterMs);
    const waitMs = Math.max(appliedMs, Math.round(stepMs * share));
    const firstMs = Math.round((stepsMs[0] ?? 0) * share);
    this.#failures += 1;
    this.#last = { atMs, waitMs, onDemandWaitMs: wasReached ? waitMs : Math.min(waitMs, firstMs) };
    return atMs + waitMs;
  }

  /** Ends the wait. The next failure is a first one. */
  reset(): void {
    this.#failures = 0;
    this.#last = undefined;
  }

  /**
   * When the wait ends; `undefined` if it is over.
   * @param isOnDemand a caller needs the result now: after a failure to connect, only the first step applies
   */
  untilMs(nowMs: number, isOnDemand: boolean): number | undefined {
    if (this.#last === undefined) return undefined;
    const { atMs, waitMs, onDemandWaitMs } = this.#last;
    const passedMs = nowMs - atMs;
    // A time in the future means that the clock was set back: the wait is over.
    const isOver = passedMs < 0 || passedMs >= (isOnDemand ? onDemandWaitMs : waitMs);
    return isOver ? undefined : atMs + waitMs;
  }
}
