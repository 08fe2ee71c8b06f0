import { staleLockWaitMs } from '../base/storage/locks.ts';
import { ShareLockedError, ShareNotStoredError } from './errors.ts';
import type { NewShare } from './newShare.ts';
import type { ShareFiles } from './shareFiles.ts';
import type { ShareRecord } from './shareRecord.ts';
import type { ShareStore } from './shareStore.ts';

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

export interface LockedSharesPorts {
  readonly files: ShareFiles;
  readonly store: ShareStore;
  readonly locks: ShareLocks;
}

/**
 * Shares that this window has written to the disk and delivers itself. Each is locked before its record can be seen, so
 * that no other window delivers it meanwhile; if this window ends, the others find it queued.
 */
export class LockedShares {
  readonly #ports: LockedSharesPorts;
  readonly #locks = new Map<string, ShareLock>();

  constructor(ports: LockedSharesPorts) {
    this.#ports = ports;
  }

  has(id: string): boolean {
    return this.#locks.has(id);
  }

  /** @throws {ShareNotStoredError} after removing everything that was written */
  async add(share: NewShare, record: ShareRecord): Promise<void> {
    const { locks, store } = this.#ports;
    const owned = store.own(record.id);
    try {
      const lock = await locks.acquire(record.id, 0);
      if (lock === undefined) throw new Error('a new share is locked already');
      const release = (): Promise<void> => {
        owned.dispose();
        return lock.release();
      };
      this.#locks.set(record.id, { isHeld: () => lock.isHeld(), release });
      await this.#write(share, record);
    } catch (error) {
      owned.dispose();
      await this.release(record.id);
      throw error instanceof ShareNotStoredError ? error : new ShareNotStoredError(error);
    }
  }

  /** Adds a share that cannot be stored. It is lost when this window closes. */
  addInMemory(record: ShareRecord): void {
    this.#ports.store.putInMemory(record);
    this.#locks.set(record.id, { isHeld: () => Promise.resolve(true), release: () => Promise.resolve() });
  }

  /** False if another window has taken the lock over, or the share was discarded. */
  async isLocked(id: string): Promise<boolean> {
    return (await this.#locks.get(id)?.isHeld()) ?? false;
  }

  /** Leaves the share to the queues of all windows. */
  async release(id: string): Promise<void> {
    const kept = this.#locks.get(id);
    this.#locks.delete(id);
    await kept?.release();
  }

  /** Removes a share that was not delivered. */
  async discard(id: string): Promise<void> {
    if (!this.has(id)) return;
    await this.#ports.store.remove(id);
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
  async withLock<T>(
    id: string,
    task: (record: ShareRecord, lock: ShareLock) => Promise<T>,
  ): Promise<T | 'elsewhere' | undefined> {
    const { locks, store } = this.#ports;
    // Only waiting shows whether the window that holds the lock has ended.
    const lock = await locks.acquire(id, staleLockWaitMs);
    if (lock === undefined) return 'elsewhere';
    try {
      const record = await store.reread(id);
      if (record === undefined) return undefined;
      const owned = store.own(id);
      try {
        return await task(record, lock);
      } finally {
        owned.dispose();
      }
    } finally {
      await lock.release();
    }
  }

  clear(): Promise<unknown> {
    return Promise.all([...this.#locks.keys()].map((id) => this.release(id)));
  }

  async #write({ content }: NewShare, record: ShareRecord): Promise<void> {
    const { files, store } = this.#ports;
    const source = content.kind === 'file' ? content.file.source : undefined;
    try {
      if (source !== undefined && 'bytes' in source) await files.writeCopy(record.id, once(source.bytes));
      await store.put(record);
    } catch (error) {
      await store.remove(record.id);
      throw error;
    }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
