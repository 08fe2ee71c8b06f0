import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import { codeOf } from '../base/storage/systemError.ts';
import { ShareNotStoredError } from './errors.ts';
import type { ShareFiles } from './shareFiles.ts';
import { parseShare, type ShareRecord, serializeShare } from './shareRecord.ts';

/** How long, and how many, records of sent shares are kept. */
const maxSentAgeMs = 7 * 24 * 60 * 60_000;
const maxSentCount = 50;
/** Younger records are always kept: they are needed to distinguish equal shares. */
const minSentAgeMs = 60 * 60_000;

/** A record of another version, or one that cannot be read. It is listed and not changed. */
export interface UnreadableShare {
  readonly id: string;
  /** `system`: the system could not read the file. Each refresh tries again. */
  readonly problem: 'broken' | 'newer' | 'system';
  /** The system's error code, for example `EACCES`. */
  readonly code?: string;
}

/** All shares that this window knows of. */
export interface SharesSnapshot {
  /** Oldest first. */
  readonly shares: readonly ShareRecord[];
  readonly unreadable: readonly UnreadableShare[];
}

/** The records on disk, and in memory those that could not be written. */
export class ShareStore implements Disposable {
  readonly #files: ShareFiles;
  readonly #log: Log;
  readonly #changes = new Emitter<void>();
  readonly #shares = new Map<string, ShareRecord>();
  readonly #unreadable = new Map<string, UnreadableShare>();
  /** Active deliveries of this window, whose state in memory is newer than on disk. */
  readonly #own = new Set<string>();
  readonly #inMemory = new Set<string>();
  /** The count of the read or write that gave the state of a record. Infinity for removed ones, which may be on disk. */
  readonly #known = new Map<string, number>();
  #count = 0;
  #hasRemovedOrphans = false;
  #refreshing: Promise<void> | undefined;
  #nextRefresh: Promise<void> | undefined;

  /** Fires after every change by any window. */
  readonly onDidChange = this.#changes.event;

  constructor(files: ShareFiles, log: Log) {
    this.#files = files;
    this.#log = log;
  }

  get snapshot(): SharesSnapshot {
    const shares = [...this.#shares.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return { shares, unreadable: [...this.#unreadable.values()] };
  }

  get(id: string): ShareRecord | undefined {
    return this.#shares.get(id);
  }

  /** Whether the record is not on disk: it was never written, or writing failed. */
  isInMemoryOnly(id: string): boolean {
    return this.#inMemory.has(id);
  }

  /** Ignores changes of other windows to this record until disposed. */
  own(id: string): Disposable {
    this.#own.add(id);
    return { dispose: () => void this.#own.delete(id) };
  }

  /** Reads the changes of other windows. Sent shares never change and are read once. */
  refresh(): Promise<void> {
    if (this.#refreshing === undefined) {
      this.#refreshing = this.#refresh().finally(() => {
        this.#refreshing = undefined;
      });
      return this.#refreshing;
    }
    // The running refresh may have missed what the caller needs.
    const again = (): Promise<void> => {
      this.#nextRefresh = undefined;
      return this.refresh();
    };
    this.#nextRefresh ??= this.#refreshing.then(again, again);
    return this.#nextRefresh;
  }

  async reread(id: string): Promise<ShareRecord | undefined> {
    if (!this.#isOurs(id)) await this.#read(id);
    return this.#shares.get(id);
  }

  /** Reads a record that another window has taken over, and forgets the state that this window had. */
  handOver(id: string): Promise<ShareRecord | undefined> {
    this.#own.delete(id);
    return this.reread(id);
  }

  /** @throws {ShareNotStoredError} and changes nothing */
  async put(record: ShareRecord): Promise<void> {
    try {
      await this.#files.write(record.id, serializeShare(record));
    } catch (error) {
      throw new ShareNotStoredError(error);
    }
    this.#set(record);
  }

  /** Stores the outcome of a try. If it cannot be written, it is kept in memory. */
  async save(record: ShareRecord): Promise<void> {
    if (this.#inMemory.has(record.id)) return this.putInMemory(record);
    try {
      await this.put(record);
    } catch (error) {
      this.#log.error('the outcome of a share could not be stored', error);
      this.putInMemory(record);
      // Without its record, a sent share cannot be sent again. An undelivered share keeps its older record.
      if (record.state === 'sent') await this.#files.remove(record.id).catch((cause: unknown) => this.#warn(cause));
      return;
    }
    if (record.content === undefined) {
      await this.#files.removeCopy(record.id).catch((cause: unknown) => this.#warn(cause));
    }
  }

  /** Keeps a record in the memory of this window only. */
  putInMemory(record: ShareRecord): void {
    this.#inMemory.add(record.id);
    this.#set(record);
  }

  async remove(id: string): Promise<void> {
    this.#known.set(id, Number.POSITIVE_INFINITY);
    this.#shares.delete(id);
    this.#unreadable.delete(id);
    this.#own.delete(id);
    this.#inMemory.delete(id);
    this.#changes.fire();
    await this.#files.remove(id);
  }

  /** Removes old records of sent shares, and once per window what crashed windows left. */
  async removeLeftovers(locks: { removeOrphans(nowMs: number): Promise<void> }, nowMs: number): Promise<void> {
    const sent = this.snapshot.shares.filter(({ state }) => state === 'sent').reverse();
    for (const [index, { id, endedMs = 0 }] of sent.entries()) {
      const ageMs = nowMs - endedMs;
      if (ageMs > maxSentAgeMs || (index >= maxSentCount && ageMs > minSentAgeMs)) await this.remove(id);
    }
    if (this.#hasRemovedOrphans) return;
    this.#hasRemovedOrphans = true;
    try {
      await this.#files.removeOrphans(nowMs);
      await locks.removeOrphans(nowMs);
    } catch (error) {
      this.#log.warn(`orphans of crashed windows could not be removed: ${codeOf(error)}`);
    }
  }

  dispose(): void {
    this.#changes.dispose();
  }

  #isOurs(id: string): boolean {
    return this.#own.has(id) || this.#inMemory.has(id);
  }

  #set(record: ShareRecord): void {
    this.#count += 1;
    this.#known.set(record.id, this.#count);
    this.#shares.set(record.id, record);
    this.#changes.fire();
  }

  async #refresh(): Promise<void> {
    this.#count += 1;
    const count = this.#count;
    const ids = await this.#files.ids();
    const before = this.#fingerprint();
    const known = new Set(ids);
    for (const id of this.#shares.keys()) if (!known.has(id) && this.#isNewest(id, count)) this.#shares.delete(id);
    for (const id of this.#unreadable.keys()) if (!known.has(id)) this.#unreadable.delete(id);
    for (const id of ids) {
      if (!this.#isOurs(id) && this.#shares.get(id)?.state !== 'sent') await this.#read(id);
    }
    if (this.#fingerprint() !== before) this.#changes.fire();
  }

  /** Whether a read that began at this count gives the newest state: this window may have changed the record meanwhile. */
  #isNewest(id: string, count: number): boolean {
    return !this.#isOurs(id) && count > (this.#known.get(id) ?? 0);
  }

  async #read(id: string): Promise<void> {
    this.#count += 1;
    const count = this.#count;
    let code: string | undefined;
    const text = await this.#files.read(id).catch((error: unknown) => {
      code = codeOf(error);
      return undefined;
    });
    const read = parseShare(text);
    if (!this.#isNewest(id, count)) return;
    this.#known.set(id, count);
    this.#unreadable.delete(id);
    if (read.kind === 'value' && read.value.id === id) this.#shares.set(id, read.value);
    else {
      this.#shares.delete(id);
      if (code !== undefined) this.#unreadable.set(id, { id, problem: 'system', code });
      else if (read.kind !== 'none') {
        this.#unreadable.set(id, { id, problem: read.kind === 'newer' ? 'newer' : 'broken' });
      }
    }
  }

  #fingerprint(): string {
    // The digest stands for the content.
    const shares = [...this.#shares.values()].map(({ content: _, ...facts }) => facts);
    return JSON.stringify([shares, [...this.#unreadable.values()]]);
  }

  #warn(error: unknown): void {
    this.#log.error('a record of a share could not be removed', error);
  }
}
