import { bytesPart } from '../api/filePart.ts';
import { SignInRequiredError } from '../auth/errors.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { CancelledError } from '../base/errors.ts';
import { raceAbort } from '../base/raceAbort.ts';
import { assertMessageFits } from '../share/limits.ts';
import { ActiveDeliveries } from './activeDeliveries.ts';
import { type DeliveryOptions, type DeliveryResult, deliverShare, type ShareSession } from './deliverShare.ts';
import { ShareLockedError, SignedOutError } from './errors.ts';
import { LockedShares } from './lockedShares.ts';
import { type NewShare, newRecord } from './newShare.ts';
import type { OutboxPorts } from './outboxPorts.ts';
import { OutboxQueue } from './outboxQueue.ts';
import { refreshedFile } from './refreshedFile.ts';
import { staleLockWaitMs } from './shareLocks.ts';
import { messageTextOf, type ShareRecord } from './shareRecord.ts';
import { markedSent, needsConfirmation, requeued } from './shareState.ts';
import type { SharesSnapshot } from './shareStore.ts';

/** What `deliverShare` is told beside what the outbox adds for every share. */
type ShareDeliveryOptions = Omit<DeliveryOptions, 'wait'>;

export type ShareOptions = Omit<ShareDeliveryOptions, 'part' | 'isLocked'>;

export interface EnqueueOptions {
  /** The user wants it sent though it cannot be written down: it is lost when this window ends. */
  readonly isMemoryOnly?: boolean;
}

/** A share that is on the disk, and that this window is to deliver. */
export interface QueuedShare {
  /**
   * Sends it, and follows it until it is sent, failed, queued, or left to the user. What is older and queued for the same
   * room goes first. No record comes back when the share was discarded meanwhile.
   * @throws {CancelledError} when the signal aborts; if it may have arrived all the same, `onDidFinish` tells of it
   */
  deliver(options?: ShareOptions): Promise<DeliveryResult>;
  /** Removes it, unless it is being delivered. */
  discard(): Promise<void>;
}

/**
 * Every share, from the user's word to the room. It is on the disk before its first byte leaves; one window at a time
 * sends it; what could not go waits and goes later, in order for each room; nothing is sent twice.
 */
export class Outbox implements Disposable {
  readonly #ports: OutboxPorts;
  readonly #queue: OutboxQueue;
  readonly #finishes = new Emitter<DeliveryResult>();
  readonly #active: ActiveDeliveries;
  readonly #locked: LockedShares;
  /** Those whose rest somebody waits for, who is told in place of `onDidFinish`. */
  readonly #awaited = new Map<string, DeliveryResult | undefined>();
  readonly #watch: Disposable;

  /** Fires when a share came to rest that nobody was waiting for. */
  readonly onDidFinish = this.#finishes.event;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
    this.#active = new ActiveDeliveries(ports.clock);
    this.#locked = new LockedShares(ports);
    this.#queue = new OutboxQueue({
      ...ports,
      deliver: (record, session, isLocked) => this.#runDelivery(record, session, { isLocked }),
      onFinish: (id, carried) => {
        if (this.#awaited.has(id)) this.#awaited.set(id, carried);
        else this.#finishes.fire(carried);
      },
      isActive: (id) => this.#isActive(id),
    });
    this.#watch = ports.files.watch(() => {
      ports.store.refresh().catch((error: unknown) => ports.log.warn(`shares could not be read: ${error}`));
    });
  }

  get snapshot(): SharesSnapshot {
    return this.#ports.store.snapshot;
  }

  /** Fires after every change of the list, of this window or another. */
  get onDidChange(): OutboxPorts['store']['onDidChange'] {
    return this.#ports.store.onDidChange;
  }

  /** When what waits is tried again by itself; `undefined` when nothing is to be. */
  get nextTryMs(): number | undefined {
    return this.#queue.nextTryMs;
  }

  /** Whether a share waits for the user's word, because it is older than anybody expects it to go out. */
  needsConfirmation(record: ShareRecord): boolean {
    return needsConfirmation(record, this.#ports.clock.now());
  }

  /**
   * Writes a share down before anything else happens to it, so that it outlives this window from then on.
   * @throws {SignInRequiredError} when no account is signed in, and nothing is kept
   * @throws {TooLargeError} when its text weighs more than a message may, and nothing is kept
   * @throws {ShareNotStoredError} when it cannot be written down, and nothing was sent
   */
  async enqueue(share: NewShare, { isMemoryOnly: isUnkept = false }: EnqueueOptions = {}): Promise<QueuedShare> {
    const { clock, newId } = this.#ports;
    const session = await this.#ports.session();
    if (session === undefined) throw new SignInRequiredError('signed-out');
    const nowMs = clock.now();
    const record = newRecord(share, session.account, { id: newId(nowMs), nowMs });
    if (record.content) assertMessageFits(messageTextOf(record.content), this.#ports.maxMessageBytes());
    if (isUnkept) this.#locked.addInMemory(record);
    else await this.#locked.add(share, record);
    const part = isUnkept ? memoryOnlyPart(share) : {};
    return {
      deliver: (options = {}) =>
        this.#deliverInOrder(record, session, {
          ...options,
          ...part,
          isLocked: () => this.#locked.isLocked(record.id),
        }),
      discard: () => this.#locked.discard(record.id),
    };
  }

  /** Keeps a share and delivers it. Throws what both throw. */
  async share(
    share: NewShare,
    { isMemoryOnly: isUnkept = false, ...options }: ShareOptions & EnqueueOptions = {},
  ): Promise<DeliveryResult> {
    return (await this.enqueue(share, { isMemoryOnly: isUnkept })).deliver(options);
  }

  /**
   * Sends what waits, as far as it can go; of several calls at once one is made. Never rejects.
   * @param isForced the user wants it now, however lately it failed
   */
  resume(isForced = false): Promise<void> {
    return this.#queue.resume(isForced);
  }

  /**
   * The user wants it sent (again), a file as it is now. One that is under way here already waits no longer for a busy
   * service: `undefined`, because whoever sends it tells how that ends. Rejects with the system's error when the file is gone.
   */
  async retry(id: string): Promise<DeliveryResult | undefined> {
    if (this.#active.has(id)) {
      this.#active.retryNow(id);
      return undefined;
    }
    if (this.#locked.has(id)) return undefined;
    await this.#withLock(id, async (record) => {
      const next = requeued(await refreshedFile(this.#ports.files, record), this.#ports.clock.now());
      if (next !== record) await this.#ports.store.save(next);
    });
    return this.#deliverByQueue(id);
  }

  /** Gives up a share that is under way here; one that may have arrived is looked for. */
  cancel(id: string): void {
    this.#active.cancel(id);
  }

  /**
   * Stops what this window is sending for an account that signed out, or looking for in its rooms: no request goes on with
   * its token. Each share waits for the next sign-in of that account; one that may have arrived is looked for then, before
   * it is sent again. Resolves when the records say so.
   */
  stopAccount(accountId: string): Promise<void> {
    return this.#active.stop(accountId);
  }

  /** Forgets a share, also while it is looked for; one that is being sent is given up, and what became of it is found out. */
  async discard(id: string): Promise<void> {
    const record = this.#ports.store.get(id);
    if (this.#active.has(id)) return record?.state === 'unknown' ? this.#active.discard(id) : this.cancel(id);
    if (this.#locked.has(id)) return this.#locked.discard(id);
    if (record === undefined) return this.#ports.store.remove(id);
    await this.#withLock(id, () => this.#ports.store.remove(id));
  }

  /** The user found it in the room. */
  async markSent(id: string): Promise<void> {
    await this.#withLock(id, (record) => this.#ports.store.save(markedSent(record, this.#ports.clock.now())));
  }

  /** Deletes the message from its room. Not in the interface [X2]: rejects with what the service says. */
  async undo(id: string): Promise<void> {
    const record = this.#ports.store.get(id);
    if (!record?.messageId) return;
    const session = await this.#ports.session(record.accountId);
    if (session === undefined) throw new SignInRequiredError('signed-out', record.accountLabel);
    await session.client.deleteMessage(record.messageId);
    await this.#ports.store.remove(id);
  }

  /** Forgets every share there is, and gives up what is under way. */
  async removeAll(): Promise<void> {
    this.#active.cancelAll();
    const { shares, unreadable } = this.snapshot;
    for (const { id } of [...shares, ...unreadable]) await this.#ports.store.remove(id);
    await this.#locked.clear();
  }

  dispose(): void {
    this.#watch.dispose();
    this.#queue.dispose();
    this.#finishes.dispose();
  }

  /** This window delivers it, or is about to. */
  #isActive(id: string): boolean {
    return this.#active.has(id) || this.#locked.has(id);
  }

  /** What waits for the same room goes first, then this one. */
  async #deliverByQueue(id: string, signal?: AbortSignal): Promise<DeliveryResult> {
    const { store, log } = this.#ports;
    const onAbort = (): void => {
      this.#cancelQueued(id).catch((error: unknown) => log.error('a share could not be given up', error));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#awaited.set(id, undefined);
    try {
      await raceAbort(this.#queue.resume(true), signal);
      return { ...this.#awaited.get(id), record: store.get(id) };
    } finally {
      this.#awaited.delete(id);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  async #cancelQueued(id: string): Promise<void> {
    if (this.#active.has(id)) return this.cancel(id);
    const { store } = this.#ports;
    await this.#withLock(id, async (record) => {
      if (record.state === 'queued') await store.remove(id);
      else if (record.state === 'unknown') await store.save({ ...record, isGivenUp: true });
    });
  }

  async #deliverInOrder(
    record: ShareRecord,
    session: ShareSession,
    options: ShareDeliveryOptions,
  ): Promise<DeliveryResult> {
    const { id } = record;
    try {
      const hasOlder = await this.#hasOlder(record);
      if (!this.#locked.has(id)) return { record: undefined };
      if (!hasOlder)
        return (await this.#deferIfSignedOut(record)) ?? (await this.#deliverCancellable(record, session, options));
    } finally {
      await this.#locked.release(id);
    }
    return this.#deliverByQueue(id, options.signal);
  }

  /** Of an account that signed out after the share was written down, as while the file before it was sent. */
  async #deferIfSignedOut(record: ShareRecord): Promise<DeliveryResult | undefined> {
    if ((await this.#ports.session(record.accountId)) !== undefined) return undefined;
    const waiting: ShareRecord = { ...record, reason: { kind: 'sign-in-required' } };
    await this.#ports.store.save(waiting);
    return { record: waiting, error: new SignedOutError() };
  }

  async #hasOlder({ id, accountId, roomId }: ShareRecord): Promise<boolean> {
    const { store, clock, log } = this.#ports;
    if (store.isInMemoryOnly(id)) return false;
    await store.refresh().catch((error: unknown) => log.warn(`shares could not be read: ${error}`));
    return store.snapshot.shares.some(
      (other) =>
        other.id < id &&
        other.accountId === accountId &&
        other.roomId === roomId &&
        other.state === 'queued' &&
        !this.#isActive(other.id) &&
        !needsConfirmation(other, clock.now()),
    );
  }

  async #deliverCancellable(
    record: ShareRecord,
    session: ShareSession,
    options: ShareDeliveryOptions,
  ): Promise<DeliveryResult> {
    const carried = await this.#runDelivery(record, session, options);
    if (options.signal?.aborted && carried.record?.state !== 'sent') {
      // It may have arrived all the same: that is found out while nobody waits.
      if (carried.record?.state === 'unknown') void this.#queue.resume(true);
      throw new CancelledError();
    }
    return carried;
  }

  async #runDelivery(
    record: ShareRecord,
    session: ShareSession,
    options: ShareDeliveryOptions,
  ): Promise<DeliveryResult> {
    const { id } = record;
    const signal = this.#active.start(record, options.signal);
    try {
      const wait = (waitMs: number): Promise<void> => this.#active.wait(id, waitMs, signal);
      const carried = await deliverShare(this.#ports, session, record, { ...options, signal, wait });
      if (this.#active.isDiscarded(id) && carried.record?.state !== 'sent') {
        await this.#ports.store.remove(id);
        return { record: undefined };
      }
      this.#queue.onDeliveryResult(carried);
      return carried;
    } finally {
      this.#active.end(id);
    }
  }

  /**
   * Changes a record that nobody is sending just now.
   * @throws {ShareLockedError} when another window goes on holding it: it stays as it is
   */
  async #withLock(id: string, act: (record: ShareRecord) => Promise<void>): Promise<void> {
    const { locks: claims, store } = this.#ports;
    const lock = await claims.acquire(id, staleLockWaitMs);
    if (lock === undefined) throw new ShareLockedError();
    try {
      const record = await store.reread(id);
      if (record !== undefined) await act(record);
    } finally {
      await lock.release();
    }
  }
}

function memoryOnlyPart({ content }: NewShare): Pick<ShareDeliveryOptions, 'part'> {
  if (content.kind !== 'file' || !('bytes' in content.file.source)) return {};
  const { name, mediaType, source } = content.file;
  return { part: bytesPart(name, mediaType, source.bytes) };
}
