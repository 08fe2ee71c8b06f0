import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SignedInFlag } from '../../core/auth/secretStore.ts';
import { storageNames } from '../../core/base/storage/storedNames.ts';
import { unlessMissing } from '../../core/base/storage/systemError.ts';
import { removePath } from '../files/deleteFile.ts';
import { creatingFolder } from '../files/replaceFile.ts';

/** The signed-in flag as a file in the global storage. Unlike VS Code's global state, all windows see the same value. */
export class SignedInFlagFile implements SignedInFlag {
  readonly #path: string;

  /** @param folder the extension's own files, created on demand */
  constructor(folder: string) {
    this.#path = join(folder, storageNames.signedInFlag);
  }

  async isSet(): Promise<boolean> {
    return (await unlessMissing(stat(this.#path))) !== undefined;
  }

  async set(isSet: boolean): Promise<void> {
    if (!isSet) return removePath(this.#path);
    await creatingFolder(this.#path, () => writeFile(this.#path, ''));
  }
}
