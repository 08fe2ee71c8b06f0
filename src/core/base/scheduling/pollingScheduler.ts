import type { Clock } from '../clock.ts';
import { type Disposable, MutableDisposable } from '../disposable.ts';
import type { Log } from '../log.ts';

/** A task that runs repeatedly while it is enabled. */
export interface PollTask {
  /** Whether the task should run now, for example because its view is visible. */
  isEnabled(): boolean;
  /** The delay after the last run, given the number of consecutive failures. */
  delayMs(failureCount: number): number;
  /** @throws after a failure, which makes the next delay longer */
  run(): Promise<void>;
}

/**
 * Runs a task repeatedly with a delay after each run, never twice at once. Call `reschedule` when `isEnabled` may have
 * changed.
 */
export class PollingScheduler implements Disposable {
  readonly #clock: Clock;
  readonly #task: PollTask;
  readonly #timer = new MutableDisposable<Disposable>();
  #lastMs: number;
  #failureCount = 0;
  #hurriedMs = Number.POSITIVE_INFINITY;
  #isRunning = false;
  #isDisposed = false;

  /** The first run is one delay from now. */
  constructor(clock: Clock, task: PollTask) {
    this.#clock = clock;
    this.#task = task;
    this.#lastMs = clock.now();
  }

  /** Starts or stops the timer. An overdue run starts immediately. */
  reschedule(): void {
    this.#timer.value = undefined;
    if (this.#isDisposed || this.#isRunning || !this.#task.isEnabled()) return;
    const passedMs = this.#clock.now() - this.#lastMs;
    const pauseMs = this.#task.delayMs(this.#failureCount);
    // The system clock was set back, so the elapsed time is not known.
    const leftMs = passedMs < 0 ? pauseMs : Math.max(0, Math.min(pauseMs, this.#hurriedMs) - passedMs);
    this.#timer.value = this.#clock.startTimer(leftMs, () => void this.#run());
  }

  /** The next run is due this long after the last one, or after the one that is under way. */
  hurry(pauseMs: number): void {
    this.#hurriedMs = pauseMs;
    this.reschedule();
  }

  /** Restarts the delay and the failure count, because the same work was done elsewhere. */
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
    this.#hurriedMs = Number.POSITIVE_INFINITY;
    try {
      await this.#task.run();
      this.#failureCount = 0;
    } catch {
      // The task reports its own errors. Here a failure only makes the delay longer.
      this.#failureCount += 1;
    } finally {
      this.#isRunning = false;
      this.#lastMs = this.#clock.now();
      this.reschedule();
    }
  }
}

/** Short compared with every token lifetime. One long timer would be late by the time that the machine slept. */
const tickMs = 60_000;

/** Runs a check once a minute, but not again while it has not ended, for example because a keyring hangs. */
export function everyMinute(clock: Clock, log: Log, check: () => Promise<void>): Disposable {
  const logged = (error: unknown): void => log.error('an interval task failed', error);
  const task = { isEnabled: () => true, delayMs: () => tickMs, run: () => check().catch(logged) };
  const scheduler = new PollingScheduler(clock, task);
  scheduler.reschedule();
  return scheduler;
}
