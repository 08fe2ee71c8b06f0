import { type Disposable, DisposableStore } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { CancelledError, raceAbort } from '../base/errors.ts';
import { QueueTimer } from '../base/scheduling/queueTimer.ts';
import { timings } from '../base/timings.ts';
import { ActiveDeliveries } from './activeDeliveries.ts';
import type { DeliveryOptions, DeliveryResult, OutboxPorts, ShareOptions, ShareSession } from './delivery.ts';
import { ShareNotStoredError, SignedOutError } from './errors.ts';
import type { LockedShares } from './shareLocks.ts';
import { placeOf, type ShareRecord } from './shareRecord.ts';
import { abandoned, precedes, remainingWaitMs, requiresUserAction, waitsFor } from './shareState.ts';

/** Retry delay after another window was found to be active: it may end and leave work. */
const { otherWindowRetryMs } = timings;

/**
 * Decides when each share is sent: at once, in its turn after a refusal of the service, or with the queued shares, which
 * are sent in order per room and with back-off.
 */
export class OutboxQueue implements Disposable {
  /** The shares that this window is delivering. */
  readonly active: ActiveDeliveries;
  readonly #ports: OutboxPorts;
  readonly #locked: LockedShares;
  readonly #owned = new DisposableStore();
  readonly #finishes = this.#owned.add(new Emitter<DeliveryResult>());
  readonly #timer: QueueTimer;
  /** Shares whose result a caller awaits. `onDidFinish` does not fire for them. */
  readonly #awaited = new Map<string, DeliveryResult | undefined>();
  #running: Promise<void> | undefined;
  #isRerunRequested = false;

  /** Fires when a delivery has finished and no caller awaits its result. */
  readonly onDidFinish = this.#finishes.event;

  constructor(ports: OutboxPorts, locked: LockedShares) {
    this.#ports = ports;
    this.#locked = locked;
    this.active = this.#owned.add(new ActiveDeliveries(ports));
    this.#timer = this.#owned.add(new QueueTimer(ports, () => void this.resume(false)));
  }

  /** When the queue continues automatically, in milliseconds since the epoch. */
  get nextTryMs(): number | undefined {
    return this.#timer.nextTryMs;
  }

  /**
   * Delivers a share that this window has stored and locked, after the older queued ones of its room. A share whose account
   * has signed out is kept until its next sign-in.
   * @throws {CancelledError} if the caller has cancelled the share before it was sent
   */
  async deliver(
    record: ShareRecord,
    options: ShareOptions & Pick<DeliveryOptions, 'part'> = {},
  ): Promise<DeliveryResult> {
    const { id } = record;
    try {
      const hasOlder = await this.#hasOlder(record);
      if (!this.#locked.has(id)) return { record: undefined };
      if (!hasOlder) {
        const session = await this.#ports.session(record.accountId);
        if (session === undefined) {
          const deferred: ShareRecord = { ...record, reason: { kind: 'sign-in-required' } };
          await this.#ports.store.save(deferred);
          return { record: deferred, error: new SignedOutError() };
        }
        const isLocked = () => this.#locked.isLocked(id);
        const result = await this.active.deliver(record, session, { ...options, isLocked });
        this.#schedule(result);
        return this.#unlessCancelled(result, options.signal);
      }
    } finally {
      await this.#locked.release(id);
    }
    return this.deliverQueued(id, options.signal);
  }

  /** Sends the queued shares of the same room first, and then this one. */
  async deliverQueued(id: string, signal?: AbortSignal): Promise<DeliveryResult> {
    const onAbort = (): void => {
      this.#cancelQueued(id).catch((error: unknown) => this.#ports.log.error('a share could not be cancelled', error));
    };
    signal?.addEventListener('abort', onAbort);
    this.#awaited.set(id, undefined);
    try {
      await raceAbort(this.resume(true), signal);
      return { ...this.#awaited.get(id), record: this.#ports.store.get(id) };
    } finally {
      this.#awaited.delete(id);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** @param isForced ignores the back-off, because the user asked */
  resume(isForced: boolean): Promise<void> {
    if (!isForced && this.#timer.startIfBackingOff()) return Promise.resolve();
    if (this.#running !== undefined) {
      this.#isRerunRequested = true;
      return this.#running;
    }
    this.#running = this.#runAll()
      .catch((error: unknown) => this.#ports.log.error('the outbox failed', error))
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Whether this window delivers the share, or is about to. */
  #isActive(id: string): boolean {
    return this.active.has(id) || this.#locked.has(id);
  }

  #unlessCancelled(result: DeliveryResult, signal: AbortSignal | undefined): DeliveryResult {
    if (!signal?.aborted || result.record?.state === 'sent') return result;
    // It may have arrived: the queue checks that in the background.
    if (result.record?.state === 'unknown') void this.resume(true);
    throw new CancelledError();
  }

  async #cancelQueued(id: string): Promise<void> {
    const { store } = this.#ports;
    if (this.active.has(id)) return this.active.cancel(id);
    await this.#locked.change(id, async (record) => {
      if (record.state === 'queued') await store.remove(id);
      else if (record.state === 'unknown') await store.save({ ...record, isGivenUp: true });
    });
  }

  async #hasOlder(record: ShareRecord): Promise<boolean> {
    const { store, clock, log } = this.#ports;
    if (store.isInMemoryOnly(record.id)) return false;
    await store.refresh().catch((error: unknown) => log.warn(`shares could not be read: ${error}`));
    const { shares } = store.snapshot;
    return shares.some((other) => precedes(other, record, clock.now()) && !this.#isActive(other.id));
  }

  /** Schedules the other shares after a delivery: a failure delays them, and a success sends them. */
  #schedule({ record, error }: DeliveryResult): void {
    if (record?.state === 'sent') {
      if (this.#timer.endBackOff()) void this.resume(false);
    } else if (record?.state === 'sending') {
      // Another window has taken the share over.
      this.#timer.start(otherWindowRetryMs);
    } else if (record !== undefined && (waitsFor(record) === 'time' || error instanceof ShareNotStoredError)) {
      const retryAfterMs = remainingWaitMs(record, this.#ports.clock.now());
      this.#timer.backOff({ wasReached: record.reason?.kind !== 'offline', retryAfterMs });
    }
  }

  async #runAll(): Promise<void> {
    do {
      this.#isRerunRequested = false;
      await this.#run();
    } while (this.#isRerunRequested);
  }

  async #run(): Promise<void> {
    const { store, locks, clock } = this.#ports;
    await store.refresh();
    await store.removeLeftovers(locks, clock.now());
    const accountIds = new Set(
      store.snapshot.shares.flatMap(({ state, accountId }) => (state === 'sent' ? [] : accountId)),
    );
    await Promise.all([...accountIds].map((accountId) => this.#runAccount(accountId)));
  }

  /** Shares of an account that is not signed in stay queued. */
  async #runAccount(accountId: string): Promise<void> {
    const session = await this.#ports.session(accountId);
    if (session === undefined) return;
    const accountShares = this.#ports.store.snapshot.shares.filter((record) => record.accountId === accountId);
    await Promise.all(accountShares.filter(({ state }) => state === 'sending').map(({ id }) => this.#recover(id)));
    const rooms = Map.groupBy(this.#due(accountShares), placeOf);
    await Promise.all([...rooms.values()].map((room) => this.#runRoom(room, session)));
  }

  #due(records: readonly ShareRecord[]): readonly ShareRecord[] {
    const nowMs = this.#ports.clock.now();
    const current = records.flatMap(({ id }) => this.#ports.store.get(id) ?? []);
    return current.filter(
      (record) => (record.state === 'queued' || record.state === 'unknown') && !requiresUserAction(record, nowMs),
    );
  }

  /** Marks a share in state `sending` as unconfirmed if no window is sending it. */
  async #recover(id: string): Promise<void> {
    if (this.#isActive(id)) return;
    const result = await this.#locked.withLock(id, async (record) => {
      if (record.state === 'sending') await this.#ports.store.save(abandoned(record));
    });
    if (result === 'elsewhere') this.#timer.start(otherWindowRetryMs);
  }

  async #runRoom(records: readonly ShareRecord[], session: ShareSession): Promise<void> {
    for (const { id } of records) {
      // The wait that the service asked for also applies to a forced run, but not after a retry of this share.
      const record = this.#ports.store.get(id);
      const waitMs = record?.state === 'queued' ? remainingWaitMs(record, this.#ports.clock.now()) : 0;
      if (waitMs > 0) return this.#timer.start(waitMs);
      const result = await this.#runOne(id, session);
      if (result === 'elsewhere') return this.#timer.start(otherWindowRetryMs);
      if (result === undefined) continue;
      if (this.#awaited.has(id)) this.#awaited.set(id, result);
      else this.#finishes.fire(result);
      // A share that has to wait also delays the later shares of its room, to keep their order.
      if (result.error instanceof ShareNotStoredError) return;
      if (result.record !== undefined && waitsFor(result.record) !== undefined) return;
    }
  }

  async #runOne(id: string, session: ShareSession): Promise<DeliveryResult | 'elsewhere' | undefined> {
    if (this.#isActive(id)) return undefined;
    return this.#locked.withLock(id, async (record, lock) => {
      if (record.state === 'sent' || requiresUserAction(record, this.#ports.clock.now())) return undefined;
      const next = record.state === 'sending' ? abandoned(record) : record;
      const result = await this.active.deliver(next, session, { isLocked: () => lock.isHeld() });
      this.#schedule(result);
      return result.record?.state === 'sending' ? 'elsewhere' : result;
    });
  }
}
