import { BackOff } from '../auth/backOff.ts';
import { type Disposable, MutableDisposable } from '../base/disposable.ts';
import { codeOf } from '../base/systemError.ts';
import { timings } from '../base/timings.ts';
import type { DeliveryOptions, DeliveryResult, ShareSession } from './deliverShare.ts';
import { ShareNotStoredError } from './errors.ts';
import type { OutboxPorts } from './outboxPorts.ts';
import { staleLockWaitMs } from './shareLocks.ts';
import type { ShareRecord } from './shareRecord.ts';
import { remainingWaitMs, requiresUserAction } from './shareState.ts';

/** What the queue needs of the outbox around it. */
export interface QueuePorts extends Omit<OutboxPorts, 'newId'> {
  /** Takes a share as far as it goes; `isLocked` tells whether this window still holds its lock. */
  deliver(record: ShareRecord, session: ShareSession, isLocked: DeliveryOptions['isLocked']): Promise<DeliveryResult>;
  onFinish(id: string, carried: DeliveryResult): void;
  isActive(id: string): boolean;
}

/** After another window was met at work: its own end may leave something to do. */
const { otherWindowRetryMs } = timings;
/** What was sent is kept for so long, and at most so many. */
const maxSentAgeMs = 7 * 24 * 60 * 60_000;
const maxSentCount = 50;
/** Younger ones tell equal shares apart, however many they are. */
const minSentAgeMs = 60 * 60_000;

/** Takes what waits to its rooms, in order for each room, and tries again by and by what cannot go yet. */
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

  /** When it goes on by itself, in milliseconds since the epoch. */
  get nextTryMs(): number | undefined {
    return this.#timerMs;
  }

  /** @param isForced the user wants it now, however lately it failed */
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
      .catch((error: unknown) => this.#ports.log.error('the outbox could not go on', error))
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  /** A share of this window came to rest: what stopped it stops the others as well, and what it passed they can pass. */
  onDeliveryResult({ record, error }: DeliveryResult): void {
    if (record?.state === 'sent') {
      const wasStopped = this.#backOff.untilMs(this.#ports.clock.now(), false) !== undefined;
      this.#backOff = this.#newBackOff();
      if (wasStopped) void this.resume(false);
    } else if (record?.state === 'sending') {
      // Another window has taken it over.
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
    // Those that failed together failed once.
    const atMs = this.#backOff.untilMs(nowMs, false) ?? this.#backOff.fail({ atMs: nowMs, wasReached, retryAfterMs });
    this.#startTimer(atMs - nowMs);
  }

  #startTimer(waitMs: number): void {
    const { clock } = this.#ports;
    const atMs = clock.now() + waitMs;
    // Who comes first finds out what is still to wait for.
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

  /** Whose account is not signed in waits. */
  async #runAccount(accountId: string): Promise<void> {
    const session = await this.#ports.session(accountId);
    if (session === undefined) return;
    const theirs = this.#ports.store.snapshot.shares.filter((record) => record.accountId === accountId);
    await Promise.all(theirs.filter(({ state }) => state === 'sending').map(({ id }) => this.#recover(id)));
    const rooms = Map.groupBy(this.#due(theirs), ({ roomId }) => roomId);
    await Promise.all([...rooms.values()].map((room) => this.#runRoom(room, session)));
  }

  #due(records: readonly ShareRecord[]): readonly ShareRecord[] {
    const nowMs = this.#ports.clock.now();
    const current = records.flatMap(({ id }) => this.#ports.store.get(id) ?? []);
    return current.filter(
      (record) => (record.state === 'queued' || record.state === 'unknown') && !requiresUserAction(record, nowMs),
    );
  }

  /** Notes of one that is said to be on its way whether anybody who lives sends it. */
  async #recover(id: string): Promise<void> {
    const { locks: claims, store, isActive } = this.#ports;
    if (isActive(id)) return;
    const lock = await claims.acquire(id, staleLockWaitMs);
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
      const carried = await this.#runOne(id, session);
      if (carried === 'elsewhere') return this.#startTimer(otherWindowRetryMs);
      if (carried === undefined) continue;
      this.#ports.onFinish(id, carried);
      // What waits holds up what came after it, as the user saw it go.
      if (carried.error instanceof ShareNotStoredError) return;
      if (carried.record !== undefined && waitsFor(carried.record) !== undefined) return;
    }
  }

  /** What the service asked for holds also when the user wants to be quick, but not against a Retry of this very share. */
  #requestedWaitMs(id: string): number {
    const record = this.#ports.store.get(id);
    return record?.state === 'queued' ? remainingWaitMs(record, this.#ports.clock.now()) : 0;
  }

  async #runOne(id: string, session: ShareSession): Promise<DeliveryResult | 'elsewhere' | undefined> {
    const { locks: claims, store, clock, isActive } = this.#ports;
    if (isActive(id)) return undefined;
    // A window that ended while it held this one is noticed by waiting alone.
    const lock = await claims.acquire(id, staleLockWaitMs);
    if (lock === undefined) return 'elsewhere';
    try {
      const record = await store.reread(id);
      if (record === undefined || record.state === 'sent' || requiresUserAction(record, clock.now())) return undefined;
      const owned = store.own(id);
      try {
        const next = record.state === 'sending' ? abandoned(record) : record;
        const carried = await this.#ports.deliver(next, session, () => lock.isHeld());
        return carried.record?.state === 'sending' ? 'elsewhere' : carried;
      } finally {
        owned.dispose();
      }
    } finally {
      await lock.release();
    }
  }

  /** Once for each window: only a crash leaves something. */
  async #removeOrphans(): Promise<void> {
    if (this.#hasRemovedOrphans) return;
    this.#hasRemovedOrphans = true;
    const { files, locks: claims, clock, log } = this.#ports;
    try {
      await files.removeOrphans(clock.now());
      await claims.removeOrphans(clock.now());
    } catch (error) {
      log.warn(`what crashed windows have left could not be removed: ${codeOf(error)}`);
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

/** A share that was being sent by somebody who is gone: how far it came nobody knows. */
function abandoned(record: ShareRecord): ShareRecord {
  return { ...record, state: 'unknown', reason: { kind: 'checking' } };
}

/** What a share at rest waits for: time, a sign-in, or neither. */
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
