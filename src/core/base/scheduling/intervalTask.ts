import type { Clock } from '../clock.ts';
import { type Disposable, MutableDisposable } from '../disposable.ts';
import type { Log } from '../log.ts';

/** Short compared with every token lifetime. One long timer would be late by the time that the machine slept. */
const tickMs = 60_000;

/** Runs a check once a minute. */
export class IntervalTask implements Disposable {
  readonly #timer = new MutableDisposable<Disposable>();
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #check: () => Promise<void>;
  #isChecking = false;

  /**
   * @param check runs every minute; skipped while the previous run has not ended, for example because a keyring hangs
   */
  constructor(clock: Clock, log: Log, check: () => Promise<void>) {
    this.#clock = clock;
    this.#log = log;
    this.#check = check;
    this.#wait();
  }

  dispose(): void {
    this.#timer.dispose();
  }

  #wait(): void {
    this.#timer.value = this.#clock.startTimer(tickMs, () => {
      this.#wait();
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.#check();
    } catch (error) {
      this.#log.error('an interval task failed', error);
    } finally {
      this.#isChecking = false;
    }
  }
}
