import { Emitter } from '../base/emitter.ts';
import { sharedRuns } from '../base/scheduling/concurrency.ts';
import { staleLockWaitMs } from '../base/storage/locks.ts';
import { codeOf } from '../base/storage/systemError.ts';
import { ShareLockedError, ShareNotStoredError } from './errors.ts';
import type { OutboxPorts, ShareLock } from './ports.ts';
import {
  readShare,
  type ShareRecord,
  type SharesSnapshot,
  serializeShare,
  type UnreadableShare,
} from './shareRecord.ts';

type StorePorts = Pick<OutboxPorts, 'files' | 'locks' | 'log'>;

/**
 * The records of all shares as this window has read or changed them last, and the locks that it holds. Records are on disk
 * or, if they could not be written, in memory. A new share is locked before its record can be seen, so that no other window
 * delivers it meanwhile; if this window ends, the others find it queued.
 */
export class ShareStore {
  readonly #ports: StorePorts;
  readonly #changes = new Emitter<void>();
  /** By share id, like all of these. */
  readonly #known = new Map<string, ShareRecord | UnreadableShare>();
  readonly #locks = new Map<string, ShareLock>();
  /** Those that are not on disk. */
  readonly #inMemory = new Set<string>();
  /** The number of the read or change that gave the state of a record. Infinity for removed ones, which may be on disk. */
  readonly #newest = new Map<string, number>();
  #count = 0;

  /** Fires after every change by any window. */
  readonly onDidChange = this.#changes.event;

  constructor(ports: StorePorts) {
    this.#ports = ports;
  }

  get snapshot(): SharesSnapshot {
    const known = [...this.#known.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return {
      shares: known.flatMap((each) => ('state' in each ? each : [])),
      unreadable: known.flatMap((each) => ('problem' in each ? each : [])),
    };
  }

  get(id: string): ShareRecord | undefined {
    const known = this.#known.get(id);
    return known !== undefined && 'state' in known ? known : undefined;
  }

  /** Reads the changes of other windows. Sent shares never change and are read once. Calls during a run share the next one. */
  readonly refresh = sharedRuns(() => this.#refresh());

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
      if (copy !== undefined) await files.writeCopy(id, copy);
      await this.put(record);
    } catch (error) {
      if (this.hasLock(id)) await this.discard(id);
      throw error instanceof ShareNotStoredError ? error : new ShareNotStoredError(error);
    }
  }

  /** Adds a new share that cannot be stored. It is lost when this window closes. */
  createInMemory(record: ShareRecord): void {
    this.#locks.set(record.id, { isHeld: async () => true, release: async () => undefined });
    this.#inMemory.add(record.id);
    this.#set(record);
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
  async change<T>(id: string, task: (record: ShareRecord) => Promise<T>): Promise<T | undefined> {
    const result = await this.withLock(id, task);
    if (result === 'elsewhere') throw new ShareLockedError();
    return result;
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
      await this.#read(id);
      const record = this.get(id);
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
    await this.#read(id);
    return this.get(id);
  }

  /**
   * Writes a record, unless it is in memory only.
   * @throws {ShareNotStoredError} and changes nothing
   */
  async put(record: ShareRecord): Promise<void> {
    if (this.isInMemoryOnly(record.id)) return this.#set(record);
    try {
      await this.#ports.files.write(record.id, serializeShare(record));
    } catch (error) {
      throw new ShareNotStoredError(error);
    }
    this.#set(record);
  }

  /** Stores the outcome of a try. If it cannot be written, it is kept in memory. */
  async save(record: ShareRecord): Promise<void> {
    const { files, log } = this.#ports;
    const warn = (error: unknown): void => log.error('a record of a share could not be removed', error);
    try {
      await this.put(record);
    } catch (error) {
      log.error('the outcome of a share could not be stored', error);
      this.#inMemory.add(record.id);
      this.#set(record);
      // Without its record, a sent share cannot be sent again. An undelivered share keeps its older record.
      if (record.state === 'sent') await files.remove(record.id).catch(warn);
      return;
    }
    if (record.content === undefined) await files.removeCopy(record.id).catch(warn);
  }

  /** Removes a record. A lock of this window is kept until its delivery ends. */
  async remove(id: string): Promise<void> {
    this.#inMemory.delete(id);
    this.#newest.set(id, Number.POSITIVE_INFINITY);
    this.#known.delete(id);
    this.#changes.fire();
    await this.#ports.files.remove(id);
  }

  /** Removes all shares, and releases the locks of this window. */
  async clear(): Promise<void> {
    for (const id of [...this.#known.keys()]) await this.remove(id);
    await Promise.all([...this.#locks.keys()].map((id) => this.release(id)));
  }

  #set(record: ShareRecord): void {
    this.#count += 1;
    this.#newest.set(record.id, this.#count);
    this.#known.set(record.id, record);
    this.#changes.fire();
  }

  /** Whether the state of a record in this window is newer than on disk. */
  #isOwned(id: string): boolean {
    return this.hasLock(id) || this.isInMemoryOnly(id);
  }

  async #refresh(): Promise<void> {
    const before = [...this.#known.keys()];
    const listed = new Set(await this.#ports.files.ids());
    let isChanged = false;
    for (const id of new Set([...before, ...listed])) {
      if (listed.has(id) && this.get(id)?.state === 'sent') continue;
      isChanged = (await this.#read(id)) || isChanged;
    }
    if (isChanged) this.#changes.fire();
  }

  /** Reads a record, unless this window owns it. @returns whether what is known of it has changed */
  async #read(id: string): Promise<boolean> {
    if (this.#isOwned(id)) return false;
    this.#count += 1;
    const count = this.#count;
    const now = await this.#ports.files.read(id).then(
      (text) => readShare(id, text),
      (error: unknown): UnreadableShare => ({ id, problem: 'system', code: codeOf(error) }),
    );
    // A later read that has not ended gives no state yet, so this one counts until then.
    if (count < (this.#newest.get(id) ?? 0)) return false;
    this.#newest.set(id, count);
    const before = this.#known.get(id);
    if (now === undefined) this.#known.delete(id);
    else this.#known.set(id, now);
    return JSON.stringify(now) !== JSON.stringify(before);
  }
}
