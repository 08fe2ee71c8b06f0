import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Uri } from 'vscode';
import { replaceFile } from '../../core/base/storage/replaceFile.ts';
import { unlessMissing } from '../../core/base/storage/systemError.ts';
import { accountFileName } from '../../core/rooms/accountFile.ts';
import type { RoomCacheFiles } from '../../core/rooms/roomCache.ts';

/** The folder for all stored room data, by account. */
export function roomsFolder(storage: Uri): string {
  return join(storage.fsPath, 'rooms');
}

/** The room cache in the global storage: one file for each account, whose name reveals nothing. */
export class RoomCacheFolder implements RoomCacheFiles {
  readonly #folder: string;

  constructor(storage: Uri) {
    this.#folder = roomsFolder(storage);
  }

  async read(accountId: string): Promise<string | undefined> {
    return unlessMissing(readFile(this.#path(accountId), 'utf8'));
  }

  /** Writes atomically: a reader in any window gets the old text or the new one. */
  write(accountId: string, text: string): Promise<void> {
    return replaceFile(this.#path(accountId), [Buffer.from(text)]);
  }

  async keepOnly(accountIds: readonly string[]): Promise<void> {
    const kept = new Set(accountIds.map(accountFileName));
    const files = (await unlessMissing(readdir(this.#folder))) ?? [];
    // An account has more files than its cache. The extension begins at the first dot.
    const others = files.filter((name) => !kept.has(name.split('.')[0] ?? ''));
    // Another window may be writing this temporary file.
    const stored = others.filter((name) => name.endsWith('.json'));
    await Promise.all(stored.map((name) => rm(join(this.#folder, name), { force: true })));
  }

  #path(accountId: string): string {
    return join(this.#folder, `${accountFileName(accountId)}.json`);
  }
}
