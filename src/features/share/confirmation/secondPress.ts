import type { Clock } from '../../../core/base/clock.ts';
import { timings } from '../../../core/base/timings.ts';

/** Tells a key that is meant for what is on the screen from one that was pressed twice, or is held, for what was there before. */
export class SecondPress {
  readonly #clock: Pick<Clock, 'now'>;
  #fromMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Something else has come to the screen. */
  begin(): void {
    this.#fromMs = this.#clock.now();
  }

  /** The user has done something with what is on the screen. */
  end(): void {
    this.#fromMs = Number.NEGATIVE_INFINITY;
  }

  /** To be called at each press. */
  isSecond(): boolean {
    const passedMs = this.#clock.now() - this.#fromMs;
    // A time in the future means that the clock was set back.
    const isSoon = passedMs >= 0 && passedMs < timings.secondPressMs;
    if (isSoon) this.begin();
    return isSoon;
  }
}
