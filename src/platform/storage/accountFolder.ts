import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { accountFileName } from '../../core/auth/account.ts';
import type { AccountFiles } from '../../core/auth/accountFiles.ts';
import { unlessMissing } from '../../core/base/storage/systemError.ts';
import { replaceFile } from '../files/replaceFile.ts';

/** One text file for each account in a folder of such files. */
export class AccountFolder implements AccountFiles {
  readonly #folder: string;
  readonly #extension: string;

  /** @param folder created on demand */
  constructor(folder: string, extension = '.json') {
    this.#folder = folder;
    this.#extension = extension;
  }

  read(accountId: string): Promise<string | undefined> {
    return unlessMissing(readFile(this.#path(accountId), 'utf8'));
  }

  write(accountId: string, text: string): Promise<void> {
    return replaceFile(this.#path(accountId), [Buffer.from(text)]);
  }

  async keepOnly(accountIds: readonly string[]): Promise<void> {
    const kept = new Set(accountIds.map(accountFileName));
    const names = (await unlessMissing(readdir(this.#folder))) ?? [];
    // The extension begins at the first dot.
    const others = names.filter((name) => !kept.has(name.split('.')[0] ?? ''));
    // Another window may be writing a temporary file.
    const stored = others.filter((name) => name.endsWith('.json'));
    await Promise.all(stored.map((name) => rm(path.join(this.#folder, name), { force: true })));
  }

  #path(accountId: string): string {
    return path.join(this.#folder, `${accountFileName(accountId)}${this.#extension}`);
  }
}
