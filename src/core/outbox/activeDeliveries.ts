import { type Clock, delay } from '../base/clock.ts';
import { SignedOutError } from './errors.ts';
import type { ShareRecord } from './shareRecord.ts';

/** A share that this window is sending or reconciling. */
interface ActiveDelivery {
  readonly accountId: string;
  readonly abort: AbortController;
  /** Aborting it ends the wait for a busy service. */
  wait: AbortController | undefined;
  isDiscarded: boolean;
  readonly ended: PromiseWithResolvers<void>;
}

/** The active deliveries of this window, and what the user requests for them. */
export class ActiveDeliveries {
  readonly #clock: Clock;
  readonly #deliveries = new Map<string, ActiveDelivery>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(id: string): boolean {
    return this.#deliveries.has(id);
  }

  /** Registers an active delivery until `end`. The signal aborts when it is cancelled, or its account signs out. */
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

  /** Waits at most `waitMs` for a busy service. `retryNow` and `cancel` end the wait. */
  async wait(id: string, waitMs: number, signal: AbortSignal): Promise<void> {
    const share = this.#deliveries.get(id);
    const wait = new AbortController();
    if (share) share.wait = wait;
    await delay(this.#clock, waitMs, AbortSignal.any([signal, wait.signal])).catch(() => undefined);
  }

  /** Ends the wait for a busy service. */
  retryNow(id: string): void {
    this.#deliveries.get(id)?.wait?.abort();
  }

  cancel(id: string): void {
    this.#deliveries.get(id)?.abort.abort();
  }

  /** Cancels the delivery, and marks its record for removal. */
  discard(id: string): void {
    const share = this.#deliveries.get(id);
    if (share) share.isDiscarded = true;
    this.cancel(id);
  }

  isDiscarded(id: string): boolean {
    return this.#deliveries.get(id)?.isDiscarded ?? false;
  }

  /**
   * Stops the deliveries of an account that signed out, with `SignedOutError` as the reason. Resolves when they have
   * ended.
   */
  async stop(accountId: string): Promise<void> {
    const deliveries = [...this.#deliveries.values()].filter((share) => share.accountId === accountId);
    for (const { abort } of deliveries) abort.abort(new SignedOutError());
    await Promise.all(deliveries.map(({ ended }) => ended.promise));
  }

  cancelAll(): void {
    for (const id of this.#deliveries.keys()) this.cancel(id);
  }
}
