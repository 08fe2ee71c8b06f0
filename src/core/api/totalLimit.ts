import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';

/** 128 kbit/s: a transfer that is slower on the whole is given up. */
const slowestBytesPerMs = (16 * 1024) / 1000;

export interface TotalLimitOptions {
  readonly clock: Clock;
  /** For a request and its answer, whatever their length. */
  readonly baseMs: number;
  /** Bytes whose transfer is given time beyond that, so far. */
  readonly transferredBytes: () => number;
  /** Whether the bytes wait for their reader: then the limit begins again. */
  readonly isPaused: () => boolean;
  readonly onOver: () => void;
}

/**
 * Limits a request from its start to the end of its answer. A limit between two bytes alone never ends an answer that
 * trickles. It adds up the times of its timers, so that correcting the clock of the machine does not end a request.
 */
export class TotalLimit implements Disposable {
  readonly #options: TotalLimitOptions;
  #timer: Disposable;
  #waitedMs: number;

  constructor(options: TotalLimitOptions) {
    this.#options = options;
    this.#waitedMs = this.#allowedMs;
    this.#timer = options.clock.startTimer(this.#waitedMs, () => this.#check());
  }

  dispose(): void {
    this.#timer.dispose();
  }

  get #allowedMs(): number {
    return this.#options.baseMs + Math.floor(this.#options.transferredBytes() / slowestBytesPerMs);
  }

  #check(): void {
    const { baseMs, isPaused } = this.#options;
    const leftMs = isPaused() ? baseMs : this.#allowedMs - this.#waitedMs;
    if (leftMs <= 0) {
      this.#options.onOver();
      return;
    }
    this.#waitedMs += leftMs;
    this.#timer = this.#options.clock.startTimer(leftMs, () => this.#check());
  }
}
