import type { Clock } from '../../../src/core/base/clock.ts';
import type { Disposable } from '../../../src/core/base/disposable.ts';

interface Timer {
  readonly dueMs: number;
  readonly onElapsed: () => void;
}

/** A clock that moves only when it is advanced. */
export class ManualClock implements Clock {
  #nowMs: number;
  readonly #timers = new Set<Timer>();

  constructor(nowMs = Date.UTC(2026, 0, 1)) {
    this.#nowMs = nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  /** The number of pending timers. */
  get timerCount(): number {
    return this.#timers.size;
  }

  /** Milliseconds until the first timer is due; `undefined` without a timer. */
  get nextTimerMs(): number | undefined {
    const first = this.#first();
    return first === undefined ? undefined : first.dueMs - this.#nowMs;
  }

  startTimer(delayMs: number, onElapsed: () => void): Disposable {
    const timer = { dueMs: this.#nowMs + Math.max(0, delayMs), onElapsed };
    this.#timers.add(timer);
    return { dispose: () => this.#timers.delete(timer) };
  }

  /** Advances the time and fires timers that are due, in order, including those started meanwhile. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (let first = this.#first(); first !== undefined && first.dueMs <= untilMs; first = this.#first()) {
      this.#timers.delete(first);
      this.#nowMs = Math.max(this.#nowMs, first.dueMs);
      first.onElapsed();
    }
    this.#nowMs = untilMs;
  }

  /** Sets the time without firing timers, as when a user corrects the system clock. */
  set(nowMs: number): void {
    this.#nowMs = nowMs;
  }

  #first(): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) if (first === undefined || timer.dueMs < first.dueMs) first = timer;
    return first;
  }
}
