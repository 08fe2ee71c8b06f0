import type { Disposable } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { staleLockWaitMs } from '../base/storage/locks.ts';
import { codeOf } from '../base/storage/systemError.ts';
import { ShareLockedError, ShareNotStoredError } from './errors.ts';
import { KnownShares, type SharesSnapshot } from './knownShares.ts';
import type { ShareFiles } from './shareFiles.ts';
import { type ShareRecord, serializeShare } from './shareRecord.ts';

/** How long, and how many, records of sent shares are kept. */
const maxSentAgeMs = 7 * 24 * 60 * 60_000;
const maxSentCount = 50;
/** Younger records are always kept: they are needed to distinguish equal shares. */
const minSentAgeMs = 60 * 60_000;

/** A lock that this window holds. */
export interface ShareLock {
  /** False if another window has taken it over, for example after this one was suspended. Never rejects. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Locks over all windows: for a share that is being sent, and for a room that is read to reconcile one. */
export interface ShareLocks {
  /**
   * @param maxWaitMs how long to wait for another owner; only waiting detects a stale lock
   * @returns `undefined` if another owner holds the lock. Rejects if no lock can be created.
   */
  acquire(name: string, maxWaitMs: number): Promise<ShareLock | undefined>;
  /** Removes the locks that crashed windows left. */
  removeOrphans(nowMs: number): Promise<void>;
}

export interface ShareStorePorts {
  readonly files: ShareFiles;
  readonly locks: ShareLocks;
  readonly log: Log;
}

/**
 * The records of all shares, on disk or, if they could not be written, in memory, and the locks that this window holds. A
 * new share is locked before its record can be seen, so that no other window delivers it meanwhile; if this window ends, the
 * others find it queued.
 */
export class ShareStore implements Disposable {
  readonly #ports: ShareStorePorts;
  readonly #known: KnownShares;
  /** By share id. While this window holds its lock, the state of a share in memory is newer than on disk. */
  readonly #locks = new Map<string, ShareLock>();
  readonly #inMemory = new Set<string>();
  #hasRemovedOrphans = false;

  constructor(ports: ShareStorePorts) {
    this.#ports = ports;
    this.#known = new KnownShares(ports.files, (id) => this.hasLock(id) || this.isInMemoryOnly(id));
  }

  /** Fires after every change by any window. */
  get onDidChange(): KnownShares['onDidChange'] {
    return this.#known.onDidChange;
  }

  get snapshot(): SharesSnapshot {
    return this.#known.snapshot;
  }

  get(id: string): ShareRecord | undefined {
    return this.#known.get(id);
  }

  /** Reads the changes of other windows. */
  refresh(): Promise<void> {
    return this.#known.refresh();
  }

  /** Whether the record is not on disk: it was never written, or writing failed. */
  isInMemoryOnly(id: string): boolean {
    return this.#inMemory.has(id);
  }

  /** Whether this window has locked a share. */
  hasLock(id: string): boolean {
    return this.#locks.has(id);
  }

  /** False if another window has taken the lock over, for example after this one was suspended. Never rejects. */
  async isLocked(id: string): Promise<boolean> {
    return (await this.#locks.get(id)?.isHeld()) ?? false;
  }

  /**
   * Writes and locks a new share.
   * @param copy the bytes of a file that exists nowhere else
   * @throws {ShareNotStoredError} after removing everything that was written
   */
  async create(record: ShareRecord, copy?: Uint8Array): Promise<void> {
    const { files, locks } = this.#ports;
    const { id } = record;
    try {
      const lock = await locks.acquire(id, 0);
      if (lock === undefined) throw new Error('a new share is locked already');
      this.#locks.set(id, lock);
      if (copy !== undefined) await files.writeCopy(id, once(copy));
      await this.put(record);
    } catch (error) {
      if (this.hasLock(id)) await this.discard(id);
      throw error instanceof ShareNotStoredError ? error : new ShareNotStoredError(error);
    }
  }

  /** Adds a new share that cannot be stored. It is lost when this window closes. */
  createInMemory(record: ShareRecord): void {
    this.#locks.set(record.id, { isHeld: () => Promise.resolve(true), release: () => Promise.resolve() });
    this.#putInMemory(record);
  }

  /** Releases a lock of this window, which leaves the share to the queues of all windows. */
  async release(id: string): Promise<void> {
    const lock = this.#locks.get(id);
    this.#locks.delete(id);
    await lock?.release();
  }

  /** Removes a share that this window has locked. */
  async discard(id: string): Promise<void> {
    await this.remove(id);
    await this.release(id);
  }

  /**
   * Changes the record of a share that no window is sending.
   * @throws {ShareLockedError} if another window holds its lock; the record is unchanged
   */
  async change(id: string, task: (record: ShareRecord) => Promise<void>): Promise<void> {
    if ((await this.withLock(id, task)) === 'elsewhere') throw new ShareLockedError();
  }

  /**
   * Runs a task with the current record of a share, under its lock.
   * @returns `elsewhere` if another window holds the lock, `undefined` if there is no record
   */
  async withLock<T>(id: string, task: (record: ShareRecord) => Promise<T>): Promise<T | 'elsewhere' | undefined> {
    // Only waiting shows whether the window that holds the lock has ended.
    const lock = await this.#ports.locks.acquire(id, staleLockWaitMs);
    if (lock === undefined) return 'elsewhere';
    try {
      const record = await this.#known.read(id);
      if (record === undefined) return undefined;
      this.#locks.set(id, lock);
      return await task(record);
    } finally {
      if (this.#locks.get(id) === lock) this.#locks.delete(id);
      await lock.release();
    }
  }

  /** Reads a record that another window has taken over, and forgets the state that this window had. */
  async handOver(id: string): Promise<ShareRecord | undefined> {
    await this.release(id);
    return this.#known.read(id);
  }

  /**
   * Writes a record, unless it is in memory only.
   * @throws {ShareNotStoredError} and changes nothing
   */
  async put(record: ShareRecord): Promise<void> {
    if (this.isInMemoryOnly(record.id)) return this.#putInMemory(record);
    try {
      await this.#ports.files.write(record.id, serializeShare(record));
    } catch (error) {
      throw new ShareNotStoredError(error);
    }
    this.#known.set(record);
  }

  /** Stores the outcome of a try. If it cannot be written, it is kept in memory. */
  async save(record: ShareRecord): Promise<void> {
    const { files, log } = this.#ports;
    const warn = (error: unknown): void => log.error('a record of a share could not be removed', error);
    try {
      await this.put(record);
    } catch (error) {
      log.error('the outcome of a share could not be stored', error);
      this.#putInMemory(record);
      // Without its record, a sent share cannot be sent again. An undelivered share keeps its older record.
      if (record.state === 'sent') await files.remove(record.id).catch(warn);
      return;
    }
    if (record.content === undefined) await files.removeCopy(record.id).catch(warn);
  }

  /** Removes a record. A lock of this window is kept until its delivery ends. */
  async remove(id: string): Promise<void> {
    this.#inMemory.delete(id);
    this.#known.delete(id);
    await this.#ports.files.remove(id);
  }

  /** Removes all shares, and releases the locks of this window. */
  async clear(): Promise<void> {
    const { shares, unreadable } = this.snapshot;
    for (const { id } of [...shares, ...unreadable]) await this.remove(id);
    await Promise.all([...this.#locks.keys()].map((id) => this.release(id)));
  }

  /** Removes old records of sent shares, and once per window what crashed windows left. */
  async removeLeftovers(nowMs: number): Promise<void> {
    const { files, locks, log } = this.#ports;
    const sent = this.snapshot.shares.filter(({ state }) => state === 'sent').reverse();
    for (const [index, { id, endedMs = 0 }] of sent.entries()) {
      const ageMs = nowMs - endedMs;
      if (ageMs > maxSentAgeMs || (index >= maxSentCount && ageMs > minSentAgeMs)) await this.remove(id);
    }
    if (this.#hasRemovedOrphans) return;
    this.#hasRemovedOrphans = true;
    try {
      await files.removeOrphans(nowMs);
      await locks.removeOrphans(nowMs);
    } catch (error) {
      log.warn(`orphans of crashed windows could not be removed: ${codeOf(error)}`);
    }
  }

  dispose(): void {
    this.#known.dispose();
  }

  #putInMemory(record: ShareRecord): void {
    this.#inMemory.add(record.id);
    this.#known.set(record);
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
