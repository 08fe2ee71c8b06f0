import type { Clock } from '../clock.ts';
import { type Disposable, MutableDisposable } from '../disposable.ts';
import { BackOff } from './backOff.ts';

interface QueueTimerPorts {
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random?: () => number;
}

/** Decides when the queue continues by itself: after a time, or after the back-off of a failure. */
export class QueueTimer implements Disposable {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #onElapsed: () => void;
  readonly #timer = new MutableDisposable<Disposable>();
  #timerMs: number | undefined;
  #backOff: BackOff;

  constructor({ clock, random = Math.random }: QueueTimerPorts, onElapsed: () => void) {
    this.#clock = clock;
    this.#random = random;
    this.#onElapsed = onElapsed;
    this.#backOff = new BackOff(random);
  }

  /** When the queue continues, in milliseconds since the epoch. */
  get nextTryMs(): number | undefined {
    return this.#timerMs;
  }

  start(waitMs: number): void {
    const nowMs = this.#clock.now();
    // An earlier timer is kept: its run starts the timer for the remaining shares.
    if (this.#timerMs !== undefined && this.#timerMs > nowMs && this.#timerMs <= nowMs + waitMs) return;
    this.#timerMs = nowMs + waitMs;
    this.#timer.value = this.#clock.startTimer(waitMs, () => {
      this.#timerMs = undefined;
      this.#onElapsed();
    });
  }

  /** Starts the timer if the back-off is not over. */
  startIfBackingOff(): boolean {
    const nowMs = this.#clock.now();
    const untilMs = this.#backOff.untilMs(nowMs, true);
    if (untilMs === undefined) return false;
    this.start(untilMs - nowMs);
    return true;
  }

  /** Starts the timer after a failure. Shares that fail together count as one failure. */
  backOff(failure: { readonly wasReached: boolean; readonly retryAfterMs: number }): void {
    const atMs = this.#clock.now();
    this.start((this.#backOff.untilMs(atMs, false) ?? this.#backOff.fail({ atMs, ...failure })) - atMs);
  }

  /** Ends the back-off. Returns whether it had delayed shares. */
  endBackOff(): boolean {
    const hasDelayed = this.#backOff.untilMs(this.#clock.now(), false) !== undefined;
    this.#backOff = new BackOff(this.#random);
    return hasDelayed;
  }

  dispose(): void {
    this.#timer.dispose();
  }
}
