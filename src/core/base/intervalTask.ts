import type { Clock } from './clock.ts';
import { type Disposable, MutableDisposable } from './disposable.ts';
import type { Log } from './log.ts';

/** Short beside every lifetime. One long timer would be late by as long as the machine slept. */
const tickMs = 60_000;

/** Looks after the session once a minute by the wall clock, whatever the machine did in between. */
export class IntervalTask implements Disposable {
  readonly #timer = new MutableDisposable<Disposable>();
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #check: () => Promise<void>;
  #isChecking = false;

  /** @param check what is done every minute; one that still runs, because a keyring is silent, is not begun again */
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
      this.#log.error('looking after the session failed', error);
    } finally {
      this.#isChecking = false;
    }
  }
}
