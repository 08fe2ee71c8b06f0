import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { NamedLocks } from '../auth/namedLocks.ts';
import { replaceFile } from '../base/storage/replaceFile.ts';
import { unlessMissing } from '../base/storage/systemError.ts';
import { accountFileName } from '../rooms/accountFile.ts';
import { nothingWatched, parseWatches, serializeWatches, type WatchRecord } from './watchRecord.ts';

/** The watched rooms of accounts, shared by all windows of a profile. */
export interface WatchStore {
  read(accountId: string): Promise<WatchRecord>;
  /** Changes the newest record, in one window at a time; `change` returns the next record and a result. */
  change<T>(accountId: string, change: (record: WatchRecord) => readonly [WatchRecord, T]): Promise<T>;
}

/** Stores watched rooms as files, one per account. */
export class WatchFolder implements WatchStore {
  readonly #folder: string;
  readonly #lock: Pick<NamedLocks, 'run'>;

  /** @param folder created on demand */
  constructor(folder: string, lock: Pick<NamedLocks, 'run'>) {
    this.#folder = folder;
    this.#lock = lock;
  }

  async read(accountId: string): Promise<WatchRecord> {
    const text = await unlessMissing(readFile(this.#path(accountId), 'utf8'));
    return text === undefined ? nothingWatched : parseWatches(text);
  }

  change<T>(accountId: string, change: (record: WatchRecord) => readonly [WatchRecord, T]): Promise<T> {
    return this.#lock.run(`watch-${accountFileName(accountId)}`, async () => {
      const [next, result] = change(await this.read(accountId));
      await replaceFile(this.#path(accountId), [Buffer.from(serializeWatches(next))]);
      return result;
    });
  }

  #path(accountId: string): string {
    return path.join(this.#folder, `${accountFileName(accountId)}.json`);
  }
}
