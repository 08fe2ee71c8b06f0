import type { Clock } from '../clock.ts';

/** Allows an action at most once per interval. */
export class Throttle {
  readonly #clock: Clock;
  readonly #pauseMs: number;
  #lastMs: number | undefined;

  constructor(clock: Clock, pauseMs: number) {
    this.#clock = clock;
    this.#pauseMs = pauseMs;
  }

  /** Whether the action may run now. If so, the interval starts. */
  tryPass(): boolean {
    const nowMs = this.#clock.now();
    const passedMs = this.#lastMs === undefined ? this.#pauseMs : nowMs - this.#lastMs;
    // A time in the future means that the clock was set back: ignore it.
    if (passedMs >= 0 && passedMs < this.#pauseMs) return false;
    this.#lastMs = nowMs;
    return true;
  }
}
