import { RateGate } from '../api/rateGate.ts';
import type { RetryWait } from '../api/retry.ts';
import { WaitTracker } from '../api/waitTracker.ts';
import { type Clock, delay } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { Turn } from './delivery.ts';
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

/**
 * The active deliveries of this window, and what the user requests for them. Each account has a gate that limits its
 * requests.
 */
export class ActiveDeliveries implements Disposable {
  readonly #clock: Clock;
  readonly #deliveries = new Map<string, ActiveDelivery>();
  readonly #gates = new Map<string, RateGate>();
  readonly #waitChanges = new Emitter<RetryWait | undefined>();
  readonly #waits = new WaitTracker<RetryWait>((wait) => this.#waitChanges.fire(wait));

  /** Fires when shares wait because of the rate limit, and with `undefined` when none does. */
  readonly onDidWait = this.#waitChanges.event;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(id: string): boolean {
    return this.#deliveries.has(id);
  }

  /**
   * Registers an active delivery until `end`, and gives it its turn. The signal aborts when it is cancelled, or its account
   * signs out.
   */
  start(
    { id, accountId }: Pick<ShareRecord, 'id' | 'accountId'>,
    signal?: AbortSignal,
  ): { readonly signal: AbortSignal; readonly turn: Turn } {
    const gate = this.#gateOf(accountId);
    const abort = new AbortController();
    const ended = Promise.withResolvers<void>();
    this.#deliveries.set(id, { accountId, abort, wait: undefined, isDiscarded: false, ended });
    const ofBoth = signal === undefined ? abort.signal : AbortSignal.any([abort.signal, signal]);
    return { signal: ofBoth, turn: { gate, order: gate.nextOrder() } };
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

  dispose(): void {
    this.#waitChanges.dispose();
  }

  #gateOf(accountId: string): RateGate {
    const gate =
      this.#gates.get(accountId) ??
      new RateGate(this.#clock, (untilMs) =>
        this.#waits.set(gate, untilMs === undefined ? undefined : { untilMs, reason: 'rate-limited' }),
      );
    this.#gates.set(accountId, gate);
    return gate;
  }
}
