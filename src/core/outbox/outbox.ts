import { bytesPart } from '../api/filePart.ts';
import { SignInRequiredError } from '../auth/errors.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { CancelledError } from '../base/errors.ts';
import { raceAbort } from '../base/raceAbort.ts';
import { assertMessageFits } from '../share/limits.ts';
import { type CarriedShare, type CarryOptions, carryShare, type ShareSession } from './carryShare.ts';
import { ShareInHandError, SignedOutError } from './errors.ts';
import { KeptShares } from './keptShares.ts';
import { type NewShare, newRecord } from './newShare.ts';
import type { OutboxPorts } from './outboxPorts.ts';
import { OutboxQueue } from './outboxQueue.ts';
import { refreshedFile } from './refreshedFile.ts';
import { certainWaitMs } from './shareClaims.ts';
import { messageTextOf, type ShareRecord } from './shareRecord.ts';
import { foundByUser, isHeld, wanted } from './shareState.ts';
import type { SharesSnapshot } from './shareStore.ts';
import { SharesInHand } from './sharesInHand.ts';

/** What `carryShare` is told beside what the outbox adds for every share. */
type ShareCarryOptions = Omit<CarryOptions, 'wait'>;

export type ShareOptions = Omit<ShareCarryOptions, 'part' | 'isLocked'>;

export interface KeepOptions {
  /** The user wants it sent though it cannot be written down: it is lost when this window ends. */
  readonly isUnkept?: boolean;
}

/** A share that is on the disk, and that this window is to deliver. */
export interface KeptShare {
  /**
   * Sends it, and follows it until it is sent, failed, queued, or left to the user. What is older and queued for the same
   * room goes first. No record comes back when the share was discarded meanwhile.
   * @throws {CancelledError} when the signal aborts; if it may have arrived all the same, `onDidRest` tells of it
   */
  deliver(options?: ShareOptions): Promise<CarriedShare>;
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
  readonly #rests = new Emitter<CarriedShare>();
  readonly #inHand: SharesInHand;
  readonly #kept: KeptShares;
  /** Those whose rest somebody waits for, who is told in place of `onDidRest`. */
  readonly #awaited = new Map<string, CarriedShare | undefined>();
  readonly #watch: Disposable;

  /** Fires when a share came to rest that nobody was waiting for. */
  readonly onDidRest = this.#rests.event;

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
    this.#inHand = new SharesInHand(ports.clock);
    this.#kept = new KeptShares(ports);
    this.#queue = new OutboxQueue({
      ...ports,
      carry: (record, session, isLocked) => this.#carry(record, session, { isLocked }),
      onRest: (id, carried) => {
        if (this.#awaited.has(id)) this.#awaited.set(id, carried);
        else this.#rests.fire(carried);
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
  isHeld(record: ShareRecord): boolean {
    return isHeld(record, this.#ports.clock.now());
  }

  /**
   * Writes a share down before anything else happens to it, so that it outlives this window from then on.
   * @throws {SignInRequiredError} when no account is signed in, and nothing is kept
   * @throws {TooLargeError} when its text weighs more than a message may, and nothing is kept
   * @throws {ShareNotKeptError} when it cannot be written down, and nothing was sent
   */
  async keep(share: NewShare, { isUnkept = false }: KeepOptions = {}): Promise<KeptShare> {
    const { clock, newId } = this.#ports;
    const session = await this.#ports.session();
    if (session === undefined) throw new SignInRequiredError('signed-out');
    const nowMs = clock.now();
    const record = newRecord(share, session.account, { id: newId(nowMs), nowMs });
    if (record.content) assertMessageFits(messageTextOf(record.content), this.#ports.maxMessageBytes());
    if (isUnkept) this.#kept.keepInMemory(record);
    else await this.#kept.keep(share, record);
    const part = isUnkept ? unkeptPart(share) : {};
    return {
      deliver: (options = {}) =>
        this.#deliver(record, session, { ...options, ...part, isLocked: () => this.#kept.isLocked(record.id) }),
      discard: () => this.#kept.discard(record.id),
    };
  }

  /** Keeps a share and delivers it. Throws what both throw. */
  async share(
    share: NewShare,
    { isUnkept = false, ...options }: ShareOptions & KeepOptions = {},
  ): Promise<CarriedShare> {
    return (await this.keep(share, { isUnkept })).deliver(options);
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
  async retry(id: string): Promise<CarriedShare | undefined> {
    if (this.#inHand.has(id)) {
      this.#inHand.hurry(id);
      return undefined;
    }
    if (this.#kept.has(id)) return undefined;
    await this.#change(id, async (record) => {
      const next = wanted(await refreshedFile(this.#ports.files, record), this.#ports.clock.now());
      if (next !== record) await this.#ports.store.note(next);
    });
    return this.#waitInTurn(id);
  }

  /** Gives up a share that is under way here; one that may have arrived is looked for. */
  cancel(id: string): void {
    this.#inHand.cancel(id);
  }

  /**
   * Stops what this window is sending for an account that signed out, or looking for in its rooms: no request goes on with
   * its token. Each share waits for the next sign-in of that account; one that may have arrived is looked for then, before
   * it is sent again. Resolves when the records say so.
   */
  stopAccount(accountId: string): Promise<void> {
    return this.#inHand.stop(accountId);
  }

  /** Forgets a share, also while it is looked for; one that is being sent is given up, and what became of it is found out. */
  async discard(id: string): Promise<void> {
    const record = this.#ports.store.get(id);
    if (this.#inHand.has(id)) return record?.state === 'unknown' ? this.#inHand.discard(id) : this.cancel(id);
    if (this.#kept.has(id)) return this.#kept.discard(id);
    if (record === undefined) return this.#ports.store.remove(id);
    await this.#change(id, () => this.#ports.store.remove(id));
  }

  /** The user found it in the room. */
  async markSent(id: string): Promise<void> {
    await this.#change(id, (record) => this.#ports.store.note(foundByUser(record, this.#ports.clock.now())));
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
    this.#inHand.cancelAll();
    const { shares, unreadable } = this.snapshot;
    for (const { id } of [...shares, ...unreadable]) await this.#ports.store.remove(id);
    await this.#kept.clear();
  }

  dispose(): void {
    this.#watch.dispose();
    this.#queue.dispose();
    this.#rests.dispose();
  }

  /** This window delivers it, or is about to. */
  #isActive(id: string): boolean {
    return this.#inHand.has(id) || this.#kept.has(id);
  }

  /** What waits for the same room goes first, then this one. */
  async #waitInTurn(id: string, signal?: AbortSignal): Promise<CarriedShare> {
    const { store, log } = this.#ports;
    const onAbort = (): void => {
      this.#giveUp(id).catch((error: unknown) => log.error('a share could not be given up', error));
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

  async #giveUp(id: string): Promise<void> {
    if (this.#inHand.has(id)) return this.cancel(id);
    const { store } = this.#ports;
    await this.#change(id, async (record) => {
      if (record.state === 'queued') await store.remove(id);
      else if (record.state === 'unknown') await store.note({ ...record, isGivenUp: true });
    });
  }

  async #deliver(record: ShareRecord, session: ShareSession, options: ShareCarryOptions): Promise<CarriedShare> {
    const { id } = record;
    try {
      const hasOlder = await this.#hasOlder(record);
      if (!this.#kept.has(id)) return { record: undefined };
      if (!hasOlder)
        return (await this.#leftBehind(record)) ?? (await this.#carryCancellably(record, session, options));
    } finally {
      await this.#kept.release(id);
    }
    return this.#waitInTurn(id, options.signal);
  }

  /** Of an account that signed out after the share was written down, as while the file before it was sent. */
  async #leftBehind(record: ShareRecord): Promise<CarriedShare | undefined> {
    if ((await this.#ports.session(record.accountId)) !== undefined) return undefined;
    const waiting: ShareRecord = { ...record, reason: { kind: 'waits-for-sign-in' } };
    await this.#ports.store.note(waiting);
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
        !isHeld(other, clock.now()),
    );
  }

  async #carryCancellably(
    record: ShareRecord,
    session: ShareSession,
    options: ShareCarryOptions,
  ): Promise<CarriedShare> {
    const carried = await this.#carry(record, session, options);
    if (options.signal?.aborted && carried.record?.state !== 'sent') {
      // It may have arrived all the same: that is found out while nobody waits.
      if (carried.record?.state === 'unknown') void this.#queue.resume(true);
      throw new CancelledError();
    }
    return carried;
  }

  async #carry(record: ShareRecord, session: ShareSession, options: ShareCarryOptions): Promise<CarriedShare> {
    const { id } = record;
    const signal = this.#inHand.begin(record, options.signal);
    try {
      const wait = (waitMs: number): Promise<void> => this.#inHand.wait(id, waitMs, signal);
      const carried = await carryShare(this.#ports, session, record, { ...options, signal, wait });
      if (this.#inHand.isDiscarded(id) && carried.record?.state !== 'sent') {
        await this.#ports.store.remove(id);
        return { record: undefined };
      }
      this.#queue.hearOf(carried);
      return carried;
    } finally {
      this.#inHand.end(id);
    }
  }

  /**
   * Changes a record that nobody is sending just now.
   * @throws {ShareInHandError} when another window goes on holding it: it stays as it is
   */
  async #change(id: string, act: (record: ShareRecord) => Promise<void>): Promise<void> {
    const { claims, store } = this.#ports;
    const lock = await claims.take(id, certainWaitMs);
    if (lock === undefined) throw new ShareInHandError();
    try {
      const record = await store.reread(id);
      if (record !== undefined) await act(record);
    } finally {
      await lock.release();
    }
  }
}

function unkeptPart({ content }: NewShare): Pick<ShareCarryOptions, 'part'> {
  if (content.kind !== 'file' || !('bytes' in content.file.source)) return {};
  const { name, mediaType, source } = content.file;
  return { part: bytesPart(name, mediaType, source.bytes) };
}
