import { CancelledError } from '../base/errors.ts';
import type { DeliveryOptions, DeliveryResult, OutboxPorts, ShareOptions } from './delivery.ts';
import { SignedOutError } from './errors.ts';
import type { OutboxQueue } from './outboxQueue.ts';
import type { LockedShares } from './shareLocks.ts';
import { placeOf, type ShareRecord } from './shareRecord.ts';
import { needsConfirmation } from './shareState.ts';

/** Delivers a share for a caller that awaits the result and can cancel it. */
export class AwaitedDelivery {
  readonly #ports: OutboxPorts;
  readonly #locked: LockedShares;
  readonly #queue: OutboxQueue;

  constructor(ports: OutboxPorts, locked: LockedShares, queue: OutboxQueue) {
    this.#ports = ports;
    this.#locked = locked;
    this.#queue = queue;
  }

  /**
   * Sends older queued shares of the room first, if there are any. A share whose account has signed out is kept until its
   * next sign-in.
   */
  async deliver(
    record: ShareRecord,
    fixed: Pick<DeliveryOptions, 'isLocked' | 'part'>,
    options: ShareOptions = {},
  ): Promise<DeliveryResult> {
    const { id } = record;
    try {
      const hasOlder = await this.#hasOlder(record);
      if (!this.#locked.has(id)) return { record: undefined };
      if (!hasOlder) {
        const session = await this.#ports.session(record.accountId);
        if (session === undefined) return await this.#defer(record);
        const result = await this.#queue.deliver(record, session, { ...options, ...fixed });
        return this.#unlessCancelled(result, options.signal);
      }
    } finally {
      await this.#locked.release(id);
    }
    return this.deliverByQueue(id, options.signal);
  }

  /** @throws {CancelledError} if the caller has cancelled the share before it was sent */
  #unlessCancelled(result: DeliveryResult, signal: AbortSignal | undefined): DeliveryResult {
    if (!signal?.aborted || result.record?.state === 'sent') return result;
    // It may have arrived: the queue checks that in the background.
    if (result.record?.state === 'unknown') void this.#queue.resume(true);
    throw new CancelledError();
  }

  /** Sends the queued shares of the same room first, and then this one. */
  async deliverByQueue(id: string, signal?: AbortSignal): Promise<DeliveryResult> {
    const onAbort = (): void => {
      this.#cancelQueued(id).catch((error: unknown) => this.#ports.log.error('a share could not be cancelled', error));
    };
    signal?.addEventListener('abort', onAbort);
    try {
      return await this.#queue.resumeFor(id, signal);
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  async #cancelQueued(id: string): Promise<void> {
    if (this.#queue.active.has(id)) return this.#queue.active.cancel(id);
    const { store } = this.#ports;
    await this.#locked.change(id, async (record) => {
      if (record.state === 'queued') await store.remove(id);
      else if (record.state === 'unknown') await store.save({ ...record, isGivenUp: true });
    });
  }

  async #defer(record: ShareRecord): Promise<DeliveryResult> {
    const deferred: ShareRecord = { ...record, reason: { kind: 'sign-in-required' } };
    await this.#ports.store.save(deferred);
    return { record: deferred, error: new SignedOutError() };
  }

  async #hasOlder(record: ShareRecord): Promise<boolean> {
    const { store, clock, log } = this.#ports;
    const { id, accountId } = record;
    if (store.isInMemoryOnly(id)) return false;
    await store.refresh().catch((error: unknown) => log.warn(`shares could not be read: ${error}`));
    return store.snapshot.shares.some(
      (other) =>
        other.id < id &&
        other.accountId === accountId &&
        placeOf(other) === placeOf(record) &&
        other.state === 'queued' &&
        !this.#queue.isActive(other.id) &&
        !needsConfirmation(other, clock.now()),
    );
  }
}
