import { type Disposable, MutableDisposable } from '../base/disposable.ts';
import { BackOff } from '../base/scheduling/backOff.ts';
import { codeOf } from '../base/storage/systemError.ts';
import { timings } from '../base/timings.ts';
import type { DeliveryOptions, DeliveryResult, ShareSession } from './deliverShare.ts';
import { ShareNotStoredError } from './errors.ts';
import type { OutboxPorts } from './outboxPorts.ts';
import { staleLockWaitMs } from './shareLocks.ts';
import type { ShareRecord } from './shareRecord.ts';
import { remainingWaitMs, requiresUserAction } from './shareState.ts';

export interface QueuePorts extends Omit<OutboxPorts, 'newId'> {
  /** Delivers a share as far as possible. `isLocked` returns whether this window still holds its lock. */
  deliver(record: ShareRecord, session: ShareSession, isLocked: DeliveryOptions['isLocked']): Promise<DeliveryResult>;
  onFinish(id: string, result: DeliveryResult): void;
  isActive(id: string): boolean;
}

/** Retry delay after another window was found to be active: it may end and leave work. */
const { otherWindowRetryMs } = timings;
/** How long, and how many, records of sent shares are kept. */
const maxSentAgeMs = 7 * 24 * 60 * 60_000;
const maxSentCount = 50;
/** Younger records are always kept: they are needed to distinguish equal shares. */
const minSentAgeMs = 60 * 60_000;

/** Delivers queued shares in order per room and retries with back-off. */
export class OutboxQueue implements Disposable {
  readonly #ports: QueuePorts;
  readonly #timer = new MutableDisposable<Disposable>();
  #timerMs: number | undefined;
  #backOff: BackOff;
  #running: Promise<void> | undefined;
  #isRerunRequested = false;
  #hasRemovedOrphans = false;

  constructor(ports: QueuePorts) {
    this.#ports = ports;
    this.#backOff = this.#newBackOff();
  }

  /** When the queue continues automatically, in milliseconds since the epoch. */
  get nextTryMs(): number | undefined {
    return this.#timerMs;
  }

  /** @param isForced ignores the back-off, because the user asked */
  resume(isForced: boolean): Promise<void> {
    const nowMs = this.#ports.clock.now();
    const untilMs = isForced ? undefined : this.#backOff.untilMs(nowMs, true);
    if (untilMs !== undefined) {
      this.#startTimer(untilMs - nowMs);
      return Promise.resolve();
    }
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

  /** Handles the result of a delivery of this window: a failure delays the other shares, and a success sends them. */
  onDeliveryResult({ record, error }: DeliveryResult): void {
    if (record?.state === 'sent') {
      const wasStopped = this.#backOff.untilMs(this.#ports.clock.now(), false) !== undefined;
      this.#backOff = this.#newBackOff();
      if (wasStopped) void this.resume(false);
    } else if (record?.state === 'sending') {
      // Another window has taken the share over.
      this.#startTimer(otherWindowRetryMs);
    } else if (record !== undefined && (waitsFor(record) === 'time' || error instanceof ShareNotStoredError)) {
      this.#tryLater(record);
    }
  }

  dispose(): void {
    this.#timer.dispose();
  }

  #newBackOff(): BackOff {
    return new BackOff(this.#ports.random ?? Math.random);
  }

  #tryLater(record: ShareRecord): void {
    const nowMs = this.#ports.clock.now();
    const wasReached = record.reason?.kind !== 'offline';
    const retryAfterMs = remainingWaitMs(record, nowMs);
    // Shares that fail together count as one failure.
    const atMs = this.#backOff.untilMs(nowMs, false) ?? this.#backOff.fail({ atMs: nowMs, wasReached, retryAfterMs });
    this.#startTimer(atMs - nowMs);
  }

  #startTimer(waitMs: number): void {
    const { clock } = this.#ports;
    const atMs = clock.now() + waitMs;
    // An earlier timer is kept: its run starts the timer for the remaining shares.
    if (this.#timerMs !== undefined && this.#timerMs > clock.now() && this.#timerMs <= atMs) return;
    this.#timerMs = atMs;
    this.#timer.value = clock.startTimer(waitMs, () => {
      this.#timerMs = undefined;
      void this.resume(false);
    });
  }

  async #runAll(): Promise<void> {
    do {
      this.#isRerunRequested = false;
      await this.#run();
    } while (this.#isRerunRequested);
  }

  async #run(): Promise<void> {
    const { store } = this.#ports;
    await store.refresh();
    await this.#removeOldRecords();
    await this.#removeOrphans();
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
    const rooms = Map.groupBy(this.#due(accountShares), ({ roomId }) => roomId);
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
    const { locks, store, isActive } = this.#ports;
    if (isActive(id)) return;
    const lock = await locks.acquire(id, staleLockWaitMs);
    if (lock === undefined) return this.#startTimer(otherWindowRetryMs);
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
      if (waitMs > 0) return this.#startTimer(waitMs);
      const result = await this.#runOne(id, session);
      if (result === 'elsewhere') return this.#startTimer(otherWindowRetryMs);
      if (result === undefined) continue;
      this.#ports.onFinish(id, result);
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
    const { locks, store, clock, isActive } = this.#ports;
    if (isActive(id)) return undefined;
    // Only waiting shows whether the window that holds the lock has ended.
    const lock = await locks.acquire(id, staleLockWaitMs);
    if (lock === undefined) return 'elsewhere';
    try {
      const record = await store.reread(id);
      if (record === undefined || record.state === 'sent' || requiresUserAction(record, clock.now())) return undefined;
      const owned = store.own(id);
      try {
        const next = record.state === 'sending' ? abandoned(record) : record;
        const result = await this.#ports.deliver(next, session, () => lock.isHeld());
        return result.record?.state === 'sending' ? 'elsewhere' : result;
      } finally {
        owned.dispose();
      }
    } finally {
      await lock.release();
    }
  }

  /** Runs once per window: only crashes leave orphans. */
  async #removeOrphans(): Promise<void> {
    if (this.#hasRemovedOrphans) return;
    this.#hasRemovedOrphans = true;
    const { files, locks, clock, log } = this.#ports;
    try {
      await files.removeOrphans(clock.now());
      await locks.removeOrphans(clock.now());
    } catch (error) {
      log.warn(`orphans of crashed windows could not be removed: ${codeOf(error)}`);
    }
  }

  async #removeOldRecords(): Promise<void> {
    const { store, clock } = this.#ports;
    const nowMs = clock.now();
    const sent = store.snapshot.shares.filter(({ state }) => state === 'sent').reverse();
    for (const [index, { id, endedMs = 0 }] of sent.entries()) {
      const ageMs = nowMs - endedMs;
      if (ageMs > maxSentAgeMs || (index >= maxSentCount && ageMs > minSentAgeMs)) await store.remove(id);
    }
  }
}

/** A share whose sender ended: its outcome is unknown. */
function abandoned(record: ShareRecord): ShareRecord {
  return { ...record, state: 'unknown', reason: { kind: 'checking' } };
}

/** What an undelivered share waits for: time, a sign-in, or neither. */
function waitsFor(record: ShareRecord): 'time' | 'sign-in' | undefined {
  if (record.state !== 'queued' && record.state !== 'unknown') return undefined;
  switch (record.reason?.kind) {
    case 'sign-in-required':
      return 'sign-in';
    case 'offline':
    case 'service-unavailable':
    case 'rate-limited':
    case 'checking':
      return 'time';
    default:
      return undefined;
  }
}
