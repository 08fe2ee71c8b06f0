/** A wait of requests, because the service asked for it or failed. */
export interface RetryWait {
  /** Milliseconds since the epoch. */
  readonly untilMs: number;
  readonly reason: 'rate-limited' | 'server-error';
}

/** Called when a wait starts or changes, and with `undefined` when no request waits. */
export type OnWait = (wait: RetryWait | undefined) => void;

/** Combines the waits of many requests into one countdown: reports the longest, and `undefined` if there is none. */
export class WaitTracker {
  readonly #onWait: OnWait;
  readonly #waits = new Map<object, RetryWait>();
  #shown: RetryWait | undefined;

  constructor(onWait: OnWait) {
    this.#onWait = onWait;
  }

  /** Sets the wait of `owner`; `undefined` ends it. */
  set(owner: object, wait: RetryWait | undefined): void {
    if (wait !== undefined) this.#waits.set(owner, wait);
    else this.#waits.delete(owner);
    const [longest] = [...this.#waits.values()].sort((one, other) => other.untilMs - one.untilMs);
    if (longest?.untilMs === this.#shown?.untilMs && longest?.reason === this.#shown?.reason) return;
    this.#shown = longest;
    this.#onWait(longest);
  }
}
