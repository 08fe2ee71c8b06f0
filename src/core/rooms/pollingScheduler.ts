import type { Clock } from '../base/clock.ts';
import { type Disposable, MutableDisposable } from '../base/disposable.ts';

/** Something that is done again and again, but never when nobody looks. */
export interface PollTask {
  /** Whether somebody looks, and it is wanted at all. */
  isEnabled(): boolean;
  /** How long to wait after the last time, in milliseconds, when so many times failed in a row; `undefined` to give up. */
  delayMs(failureCount: number): number | undefined;
  /** @throws when it failed */
  run(): Promise<void>;
}

/** Does one thing at a time, with its pause between two times; `attend` says that what is wanted may have changed. */
export class PollingScheduler implements Disposable {
  readonly #clock: Clock;
  readonly #task: PollTask;
  readonly #timer = new MutableDisposable<Disposable>();
  #lastMs: number;
  #failureCount = 0;
  #isRunning = false;
  #isDisposed = false;

  /** The first time comes one pause from now. */
  constructor(clock: Clock, act: PollTask) {
    this.#clock = clock;
    this.#task = act;
    this.#lastMs = clock.now();
  }

  /** Waits for the next time, or waits no more. What is overdue, because nobody looked, is done at once. */
  reschedule(): void {
    this.#timer.value = undefined;
    if (this.#isDisposed || this.#isRunning || !this.#task.isEnabled()) return;
    const passedMs = this.#clock.now() - this.#lastMs;
    const pauseMs = this.#task.delayMs(this.#failureCount);
    if (pauseMs === undefined) return;
    // Time that ran backwards says nothing: somebody set the clock.
    const leftMs = passedMs < 0 ? pauseMs : Math.max(0, pauseMs - passedMs);
    this.#timer.value = this.#clock.startTimer(leftMs, () => void this.#run());
  }

  /** The same was done in another way: the pause begins anew, and with it the count of failures. */
  reset(): void {
    this.#lastMs = this.#clock.now();
    this.#failureCount = 0;
    this.reschedule();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer.dispose();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      await this.#task.run();
      this.#failureCount = 0;
    } catch {
      // Whoever acts tells of it; here it only means a longer pause.
      this.#failureCount += 1;
    } finally {
      this.#isRunning = false;
      this.#lastMs = this.#clock.now();
      this.reschedule();
    }
  }
}
