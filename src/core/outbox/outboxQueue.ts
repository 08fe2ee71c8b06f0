import { type Disposable, DisposableStore } from '../base/disposable.ts';
import { Emitter, fireLogged } from '../base/emitter.ts';
import { raceAbort } from '../base/errors.ts';
import { QueueTimer } from '../base/scheduling/queueTimer.ts';
import { staleLockWaitMs } from '../base/storage/directoryLock.ts';
import { timings } from '../base/timings.ts';
import { ActiveDeliveries } from './activeDeliveries.ts';
import { deliverShare } from './deliverShare.ts';
import type { DeliveryOptions, DeliveryResult, OutboxPorts, PostedMessage, ShareSession } from './delivery.ts';
import { ShareNotStoredError } from './errors.ts';
import type { LockedShares } from './shareLocks.ts';
import { placeOf, type ShareRecord } from './shareRecord.ts';
import { callerWaitMs, remainingWaitMs, requiresUserAction, waitsFor } from './shareState.ts';

/** Retry delay after another window was found to be active: it may end and leave work. */
const { otherWindowRetryMs } = timings;
/** After this many refusals of one share, its caller gets the result, and the share stays queued. */
const maxRefusals = 10;

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
  readonly #posts = this.#owned.add(new Emitter<PostedMessage>());
  readonly #timer: QueueTimer;
  /** Shares whose result a caller awaits. `onDidFinish` does not fire for them. */
  readonly #awaited = new Map<string, DeliveryResult | undefined>();
  #running: Promise<void> | undefined;
  #isRerunRequested = false;

  /** Fires when a delivery has finished and no caller awaits its result. */
  readonly onDidFinish = this.#finishes.event;
  /** Fires with each message that the service accepted. */
  readonly onDidPost = this.#posts.event;

  constructor(ports: OutboxPorts, locked: LockedShares) {
    this.#ports = ports;
    this.#locked = locked;
    this.active = this.#owned.add(new ActiveDeliveries(ports.clock));
    this.#timer = this.#owned.add(new QueueTimer(ports, () => void this.resume(false)));
  }

  /** When the queue continues automatically, in milliseconds since the epoch. */
  get nextTryMs(): number | undefined {
    return this.#timer.nextTryMs;
  }

  /** Whether this window delivers the share, or is about to. */
  isActive(id: string): boolean {
    return this.active.has(id) || this.#locked.has(id);
  }

  /**
   * Delivers a share whose lock is held. Tries again after a short wait, which the caller awaits; after a longer one, the
   * queue continues.
   */
  async deliver(
    record: ShareRecord,
    session: ShareSession,
    options: Omit<DeliveryOptions, 'turn'>,
  ): Promise<DeliveryResult> {
    const { store, clock } = this.#ports;
    const { id } = record;
    const { signal, turn } = this.active.start(record, options.signal);
    const delivery = { ...options, signal, turn };
    try {
      let result = await deliverShare(this.#ports, session, record, delivery);
      for (let retries = 0; result.record !== undefined && retries < maxRefusals; retries += 1) {
        const waitMs = callerWaitMs(result.record, clock.now(), signal.aborted);
        if (waitMs === undefined) break;
        // A refused share waits at the gate, where it keeps its place.
        const waitsAtGate = result.record.reason?.kind === 'rate-limited';
        if (waitMs > 0 && !waitsAtGate) await this.active.wait(id, waitMs, signal);
        result = await deliverShare(this.#ports, session, result.record, delivery);
      }
      const { message } = result;
      const posted = message && { accountId: record.accountId, message };
      // An error of a listener must not make a sent message look like a failure.
      if (posted !== undefined) fireLogged(this.#posts, posted, this.#ports.log, 'posts');
      if (this.active.isDiscarded(id) && result.record?.state !== 'sent') {
        await store.remove(id);
        return { record: undefined };
      }
      this.#schedule(result);
      return result;
    } finally {
      this.active.end(id);
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

  /** Sends the queued shares now, and returns the result of one of them. */
  async resumeFor(id: string, signal: AbortSignal | undefined): Promise<DeliveryResult> {
    this.#awaited.set(id, undefined);
    try {
      await raceAbort(this.resume(true), signal);
      return { ...this.#awaited.get(id), record: this.#ports.store.get(id) };
    } finally {
      this.#awaited.delete(id);
    }
  }

  dispose(): void {
    this.#owned.dispose();
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
    const { locks, store } = this.#ports;
    if (this.isActive(id)) return;
    const lock = await locks.acquire(id, staleLockWaitMs);
    if (lock === undefined) return this.#timer.start(otherWindowRetryMs);
    try {
      const record = await store.reread(id);
      if (record?.state === 'sending') await store.save(abandoned(record));
    } finally {
      await lock.release();
    }
  }

  async #runRoom(records: readonly ShareRecord[], session: ShareSession): Promise<void> {
    for (const { id } of records) {
      const waitMs = this.#requestedWaitMs(id);
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

  /** The wait that the service asked for also applies to a forced run, but not after a retry of this share. */
  #requestedWaitMs(id: string): number {
    const record = this.#ports.store.get(id);
    return record?.state === 'queued' ? remainingWaitMs(record, this.#ports.clock.now()) : 0;
  }

  async #runOne(id: string, session: ShareSession): Promise<DeliveryResult | 'elsewhere' | undefined> {
    const { locks, store, clock } = this.#ports;
    if (this.isActive(id)) return undefined;
    // Only waiting shows whether the window that holds the lock has ended.
    const lock = await locks.acquire(id, staleLockWaitMs);
    if (lock === undefined) return 'elsewhere';
    try {
      const record = await store.reread(id);
      if (record === undefined || record.state === 'sent' || requiresUserAction(record, clock.now())) return undefined;
      const owned = store.own(id);
      try {
        const next = record.state === 'sending' ? abandoned(record) : record;
        const result = await this.deliver(next, session, { isLocked: () => lock.isHeld() });
        return result.record?.state === 'sending' ? 'elsewhere' : result;
      } finally {
        owned.dispose();
      }
    } finally {
      await lock.release();
    }
  }
}

/** A share whose sender ended: its outcome is unknown. */
function abandoned(record: ShareRecord): ShareRecord {
  return { ...record, state: 'unknown', reason: { kind: 'checking' } };
}
