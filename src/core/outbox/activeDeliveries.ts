import { RateGate } from '../api/rateGate.ts';
import type { RetryWait } from '../api/retry.ts';
import { WaitTracker } from '../api/waitTracker.ts';
import { delay } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, fireLogged } from '../base/emitter.ts';
import type { DeliveryOptions, DeliveryResult, OutboxPorts, PostedMessage, ShareSession } from './delivery.ts';
import { SignedOutError } from './errors.ts';
import type { ShareRecord } from './shareRecord.ts';
import { callerWaitMs } from './shareState.ts';
import { tryShare } from './tryShare.ts';

/** After this many refusals of one share, its caller gets the result, and the share stays queued. */
const maxRefusals = 10;

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
  readonly #ports: OutboxPorts;
  readonly #deliveries = new Map<string, ActiveDelivery>();
  readonly #gates = new Map<string, RateGate>();
  readonly #posts = new Emitter<PostedMessage>();
  readonly #waitChanges = new Emitter<RetryWait | undefined>();
  readonly #waits = new WaitTracker<RetryWait>((wait) => this.#waitChanges.fire(wait));

  /** Fires with each message that the service accepted. */
  readonly onDidPost = this.#posts.event;
  /** Fires when shares wait because of the rate limit, and with `undefined` when none does. */
  readonly onDidWait = this.#waitChanges.event;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
  }

  has(id: string): boolean {
    return this.#deliveries.has(id);
  }

  /**
   * Delivers a share whose lock is held. Tries again after a short wait, which the caller awaits; after a longer one, the
   * queue continues. Ends when it is cancelled, or its account signs out.
   */
  async deliver(
    record: ShareRecord,
    session: ShareSession,
    options: Omit<DeliveryOptions, 'turn'>,
  ): Promise<DeliveryResult> {
    const { id, accountId } = record;
    const [abort, ended] = [new AbortController(), Promise.withResolvers<void>()];
    const active: ActiveDelivery = { accountId, abort, wait: undefined, isDiscarded: false, ended };
    this.#deliveries.set(id, active);
    const gate = this.#gateOf(accountId);
    const signal = options.signal === undefined ? abort.signal : AbortSignal.any([abort.signal, options.signal]);
    const delivery = { ...options, signal, turn: { gate, order: gate.nextOrder() } };
    try {
      let result = await tryShare(this.#ports, session, record, delivery);
      for (let retries = 0; result.record !== undefined && retries < maxRefusals; retries += 1) {
        const waitMs = callerWaitMs(result.record, this.#ports.clock.now(), signal.aborted);
        if (waitMs === undefined) break;
        // A refused share waits at the gate, where it keeps its place.
        if (waitMs > 0 && result.record.reason?.kind !== 'rate-limited') await this.#wait(active, waitMs, signal);
        result = await tryShare(this.#ports, session, result.record, delivery);
      }
      const { message } = result;
      // An error of a listener must not make a sent message look like a failure.
      if (message !== undefined) fireLogged(this.#posts, { accountId, message }, this.#ports.log, 'posts');
      if (!active.isDiscarded || result.record?.state === 'sent') return result;
      await this.#ports.store.remove(id);
      return { record: undefined };
    } finally {
      this.#deliveries.delete(id);
      ended.resolve();
    }
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
    this.#posts.dispose();
    this.#waitChanges.dispose();
  }

  /** Waits at most `waitMs` for a busy service. `retryNow` and `cancel` end the wait. */
  async #wait(active: ActiveDelivery, waitMs: number, signal: AbortSignal): Promise<void> {
    active.wait = new AbortController();
    const either = AbortSignal.any([signal, active.wait.signal]);
    await delay(this.#ports.clock, waitMs, either).catch(() => undefined);
  }

  #gateOf(accountId: string): RateGate {
    const gate =
      this.#gates.get(accountId) ??
      new RateGate(this.#ports.clock, (untilMs) =>
        this.#waits.set(gate, untilMs === undefined ? undefined : { untilMs, reason: 'rate-limited' }),
      );
    this.#gates.set(accountId, gate);
    return gate;
  }
}
