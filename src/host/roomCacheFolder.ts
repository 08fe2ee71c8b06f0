import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Uri } from 'vscode';
import { replaceFile } from '../core/base/replaceFile.ts';
import { unlessMissing } from '../core/base/systemError.ts';
import type { RoomCacheFiles } from '../core/rooms/roomCache.ts';

/** The cached rooms as files of the extension's own storage, one for each account, under names that tell nothing. */
export class RoomCacheFolder implements RoomCacheFiles {
  readonly #folder: string;

  constructor(storage: Uri) {
    this.#folder = join(storage.fsPath, 'rooms');
  }

  async read(accountId: string): Promise<string | undefined> {
    return unlessMissing(readFile(this.#path(accountId), 'utf8'));
  }

  /** Whoever reads meanwhile, in this window or another, sees the old text or the new one. */
  write(accountId: string, text: string): Promise<void> {
    return replaceFile(this.#path(accountId), [Buffer.from(text)]);
  }

  async keepOnly(accountIds: readonly string[]): Promise<void> {
    const kept = new Set(accountIds.map((id) => this.#path(id)));
    const files = (await unlessMissing(readdir(this.#folder))) ?? [];
    const others = files.map((name) => join(this.#folder, name)).filter((file) => !kept.has(file));
    // A draft may be what another window is just writing.
    await Promise.all(others.filter((file) => file.endsWith('.json')).map((file) => rm(file, { force: true })));
  }

  #path(accountId: string): string {
    return join(this.#folder, `${createHash('sha256').update(accountId).digest('hex').slice(0, 32)}.json`);
  }
}
