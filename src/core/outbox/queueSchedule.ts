import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { BackOff } from '../base/scheduling/backOff.ts';
import { OnceTimer } from '../base/scheduling/onceTimer.ts';
import { timings } from '../base/timings.ts';

/** Retry delay after another window was found to be active: it may end and leave work. */
const { otherWindowRetryMs } = timings;

/** When the queue continues by itself. */
export class QueueSchedule implements Disposable {
  readonly #clock: Clock;
  readonly #timer: OnceTimer;
  readonly #backOff: BackOff;

  constructor(clock: Clock, random: () => number, onElapsed: () => void) {
    this.#clock = clock;
    this.#timer = new OnceTimer(clock, onElapsed);
    this.#backOff = new BackOff(random);
  }

  /** When the queue continues, in milliseconds since the epoch; `undefined` if nothing is scheduled. */
  get nextTryMs(): number | undefined {
    return this.#timer.atMs;
  }

  /** Whether the queue has to wait after a failure. If so, it continues after that. */
  isBackingOff(): boolean {
    const untilMs = this.#backOff.untilMs(this.#clock.now(), true);
    if (untilMs !== undefined) this.#timer.startAt(untilMs);
    return untilMs !== undefined;
  }

  /** Waits as long as the service asks. Returns false if that is over. */
  waitFor(waitMs: number): boolean {
    if (waitMs > 0) this.#timer.startAt(this.#clock.now() + waitMs);
    return waitMs > 0;
  }

  /** Another window has taken a share over, or holds its lock. */
  waitForOtherWindow(): void {
    this.#timer.startAt(this.#clock.now() + otherWindowRetryMs);
  }

  /**
   * A share has failed. Shares that fail together count as one failure.
   * @param retryAfterMs how long the service asks to wait
   * @param wasReached whether the service was reached
   */
  onFailure(retryAfterMs: number, wasReached: boolean): void {
    const atMs = this.#clock.now();
    const failure = { atMs, retryAfterMs, wasReached };
    this.#timer.startAt(this.#backOff.untilMs(atMs, false) ?? this.#backOff.fail(failure));
  }

  /** A share was sent, which ends the back-off. Returns whether it had delayed shares. */
  onSuccess(): boolean {
    const hasDelayed = this.#backOff.untilMs(this.#clock.now(), false) !== undefined;
    this.#backOff.reset();
    return hasDelayed;
  }

  dispose(): void {
    this.#timer.dispose();
  }
}
