import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { codeOf } from '../base/storage/systemError.ts';
import { parseShare, type ShareRecord } from './shareRecord.ts';

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

/** The files of the records. See `ShareFiles`. */
export interface RecordFiles {
  ids(): Promise<readonly string[]>;
  read(id: string): Promise<string | undefined>;
}

/** What this window knows of the records of all windows: what it has read or changed last. */
export class KnownShares implements Disposable {
  readonly #files: RecordFiles;
  readonly #isOwned: (id: string) => boolean;
  readonly #changes = new Emitter<void>();
  readonly #shares = new Map<string, ShareRecord>();
  readonly #unreadable = new Map<string, UnreadableShare>();
  /** The count of the read or change that gave the state of a record. Infinity for removed ones, which may be on disk. */
  readonly #known = new Map<string, number>();
  #count = 0;
  #refreshing: Promise<void> | undefined;
  #nextRefresh: Promise<void> | undefined;

  /** Fires after every change by any window. */
  readonly onDidChange = this.#changes.event;

  /** @param isOwned whether the state of a record in this window is newer than on disk */
  constructor(files: RecordFiles, isOwned: (id: string) => boolean) {
    this.#files = files;
    this.#isOwned = isOwned;
  }

  get snapshot(): SharesSnapshot {
    const shares = [...this.#shares.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return { shares, unreadable: [...this.#unreadable.values()] };
  }

  get(id: string): ShareRecord | undefined {
    return this.#shares.get(id);
  }

  /** The record after a change by this window. */
  set(record: ShareRecord): void {
    this.#count += 1;
    this.#known.set(record.id, this.#count);
    this.#shares.set(record.id, record);
    this.#changes.fire();
  }

  delete(id: string): void {
    this.#known.set(id, Number.POSITIVE_INFINITY);
    this.#shares.delete(id);
    this.#unreadable.delete(id);
    this.#changes.fire();
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
    const refreshNext = (): Promise<void> => {
      this.#nextRefresh = undefined;
      return this.refresh();
    };
    this.#nextRefresh ??= this.#refreshing.then(refreshNext, refreshNext);
    return this.#nextRefresh;
  }

  /** Reads a record, unless this window owns it. */
  async read(id: string): Promise<ShareRecord | undefined> {
    if (!this.#isOwned(id)) await this.#read(id);
    return this.get(id);
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #refresh(): Promise<void> {
    this.#count += 1;
    const count = this.#count;
    const ids = await this.#files.ids();
    const known = new Set(ids);
    const removed = [...this.#shares.keys()].filter((id) => !known.has(id) && this.#isNewest(id, count));
    for (const id of removed) this.#shares.delete(id);
    let isChanged = removed.length > 0;
    for (const id of this.#unreadable.keys()) if (!known.has(id)) isChanged = this.#unreadable.delete(id) || isChanged;
    for (const id of ids) {
      if (this.get(id)?.state !== 'sent' && !this.#isOwned(id)) isChanged = (await this.#read(id)) || isChanged;
    }
    if (isChanged) this.#changes.fire();
  }

  /** Whether a read that began at this count gives the newest state: this window may have changed the record meanwhile. */
  #isNewest(id: string, count: number): boolean {
    return !this.#isOwned(id) && count > (this.#known.get(id) ?? 0);
  }

  /** @returns whether what is known of the record has changed */
  async #read(id: string): Promise<boolean> {
    this.#count += 1;
    const count = this.#count;
    let code: string | undefined;
    const text = await this.#files.read(id).catch((error: unknown) => {
      code = codeOf(error);
      return undefined;
    });
    const read = parseShare(text);
    if (!this.#isNewest(id, count)) return false;
    const before = this.#stateOf(id);
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
    return this.#stateOf(id) !== before;
  }

  #stateOf(id: string): string {
    return JSON.stringify([this.get(id), this.#unreadable.get(id)]);
  }
}
