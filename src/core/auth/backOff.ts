import { maxRetryAfterMs } from '../api/retryAfter.ts';
import { timings } from '../base/timings.ts';

const stepsMs = timings.backOffStepsMs;
/** Windows that failed together shall not come back together. */
const jitter = 0.2;

/** What is known of a failure. */
export interface Failure {
  readonly atMs: number;
  /** What the service asked for; a wait above a day is not kept to. */
  readonly retryAfterMs?: number | undefined;
  /** Whether somebody was there who could be burdened by the next try. */
  readonly wasReached: boolean;
}

/** When to try again what failed: ever later, with a spread, and never before the service wants it. */
export class BackOff {
  readonly #random: () => number;
  #failures = 0;
  #last: { readonly atMs: number; readonly waitMs: number; readonly onDemandWaitMs: number } | undefined;

  /** @param random from 0 to below 1 */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** @returns when to try again, in milliseconds since the epoch */
  fail({ atMs, retryAfterMs = 0, wasReached }: Failure): number {
    const stepMs = stepsMs[Math.min(this.#failures, stepsMs.length - 1)] ?? 0;
    const share = 1 - jitter + 2 * jitter * this.#random();
    const obeyedMs = retryAfterMs > maxRetryAfterMs ? 0 : retryAfterMs;
    const waitMs = Math.max(obeyedMs, Math.round(stepMs * share));
    const firstMs = Math.round((stepsMs[0] ?? 0) * share);
    this.#failures += 1;
    this.#last = { atMs, waitMs, onDemandWaitMs: wasReached ? waitMs : Math.min(waitMs, firstMs) };
    return atMs + waitMs;
  }

  /**
   * Until when to wait; `undefined` when the time has come.
   * @param isOnDemand somebody waits for it: a line that was down may be up again long before the ladder's next step
   */
  untilMs(nowMs: number, isOnDemand: boolean): number | undefined {
    if (this.#last === undefined) return undefined;
    const { atMs, waitMs, onDemandWaitMs } = this.#last;
    const passedMs = nowMs - atMs;
    // Time that ran backwards says nothing: somebody set the clock.
    const isOver = passedMs < 0 || passedMs >= (isOnDemand ? onDemandWaitMs : waitMs);
    return isOver ? undefined : atMs + waitMs;
  }
}
