import type { Clock } from './clock.ts';

/** Lets something happen once in a while, however often it is wanted. */
export class Throttle {
  readonly #clock: Clock;
  readonly #pauseMs: number;
  #lastMs: number | undefined;

  constructor(clock: Clock, pauseMs: number) {
    this.#clock = clock;
    this.#pauseMs = pauseMs;
  }

  /** Whether it may happen now; then it may not for the pause that follows. */
  tryPass(): boolean {
    const nowMs = this.#clock.now();
    const passedMs = this.#lastMs === undefined ? this.#pauseMs : nowMs - this.#lastMs;
    // Time that ran backwards says nothing: somebody set the clock.
    if (passedMs >= 0 && passedMs < this.#pauseMs) return false;
    this.#lastMs = nowMs;
    return true;
  }
}
