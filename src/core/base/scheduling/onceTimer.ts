import type { Clock } from '../clock.ts';
import { type Disposable, MutableDisposable } from '../disposable.ts';

/** Calls back once, at the earliest of the requested times. */
export class OnceTimer implements Disposable {
  readonly #clock: Clock;
  readonly #onElapsed: () => void;
  readonly #timer = new MutableDisposable<Disposable>();
  #atMs: number | undefined;

  constructor(clock: Clock, onElapsed: () => void) {
    this.#clock = clock;
    this.#onElapsed = onElapsed;
  }

  /** When it calls back, in milliseconds since the epoch; `undefined` if it does not. */
  get atMs(): number | undefined {
    return this.#atMs;
  }

  /** An earlier time that was requested before is kept. */
  startAt(atMs: number): void {
    const nowMs = this.#clock.now();
    if (this.#atMs !== undefined && this.#atMs > nowMs && this.#atMs <= atMs) return;
    this.#atMs = atMs;
    this.#timer.value = this.#clock.startTimer(atMs - nowMs, () => {
      this.#atMs = undefined;
      this.#onElapsed();
    });
  }

  dispose(): void {
    this.#timer.dispose();
  }
}
