import type { Clock } from '../../core/base/clock.ts';
import type { Disposable } from '../../core/base/disposable.ts';

/** 128 kbit/s: slower transfers are aborted. */
const slowestBytesPerMs = (16 * 1024) / 1000;

export interface TotalLimitOptions {
  readonly clock: Clock;
  /** The limit for a request and its response without any transfer. */
  readonly baseMs: number;
  /** Bytes transferred so far that extend the limit. */
  readonly transferredBytes: () => number;
  /** Whether the data waits for its reader. Then the limit starts again. */
  readonly isPaused: () => boolean;
  readonly onOver: () => void;
}

/**
 * Limits a request from its start to the end of its response. An idle limit alone never ends a response that trickles.
 * The durations of its timers are added up, so that a change of the machine's clock does not end a request.
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
