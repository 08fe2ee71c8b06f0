import { type Clock, delay } from '../base/clock.ts';
import { SignedOutError } from './errors.ts';
import type { ShareRecord } from './shareRecord.ts';

/** One share that this window is sending, or looking for in its room. */
interface ActiveDelivery {
  readonly accountId: string;
  readonly abort: AbortController;
  /** Ends its wait for a service that is busy. */
  wait: AbortController | undefined;
  isDiscarded: boolean;
  readonly ended: PromiseWithResolvers<void>;
}

/** What this window has in hand, and the user's word on it meanwhile. */
export class ActiveDeliveries {
  readonly #clock: Clock;
  readonly #deliveries = new Map<string, ActiveDelivery>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(id: string): boolean {
    return this.#deliveries.has(id);
  }

  /** Registers an active delivery until `end`; the signal aborts when it is cancelled, or its account signs out. */
  start({ id, accountId }: Pick<ShareRecord, 'id' | 'accountId'>, signal?: AbortSignal): AbortSignal {
    const abort = new AbortController();
    const ended = Promise.withResolvers<void>();
    this.#deliveries.set(id, { accountId, abort, wait: undefined, isDiscarded: false, ended });
    return signal === undefined ? abort.signal : AbortSignal.any([abort.signal, signal]);
  }

  end(id: string): void {
    this.#deliveries.get(id)?.ended.resolve();
    this.#deliveries.delete(id);
  }

  /** Waits for a service that is busy, no longer than `waitMs`; the user may be in a hurry, or give it up. */
  async wait(id: string, waitMs: number, signal: AbortSignal): Promise<void> {
    const share = this.#deliveries.get(id);
    const wait = new AbortController();
    if (share) share.wait = wait;
    await delay(this.#clock, waitMs, AbortSignal.any([signal, wait.signal])).catch(() => undefined);
  }

  /** Whoever waits for a service that is busy waits no longer. */
  retryNow(id: string): void {
    this.#deliveries.get(id)?.wait?.abort();
  }

  cancel(id: string): void {
    this.#deliveries.get(id)?.abort.abort();
  }

  /** Gives it up, and nothing of it shall be left. */
  discard(id: string): void {
    const share = this.#deliveries.get(id);
    if (share) share.isDiscarded = true;
    this.cancel(id);
  }

  isDiscarded(id: string): boolean {
    return this.#deliveries.get(id)?.isDiscarded ?? false;
  }

  /** Stops the shares of an account that signed out, with `SignedOutError` as the reason. Resolves when they have ended. */
  async stop(accountId: string): Promise<void> {
    const theirs = [...this.#deliveries.values()].filter((share) => share.accountId === accountId);
    for (const { abort } of theirs) abort.abort(new SignedOutError());
    await Promise.all(theirs.map(({ ended }) => ended.promise));
  }

  cancelAll(): void {
    for (const id of this.#deliveries.keys()) this.cancel(id);
  }
}
