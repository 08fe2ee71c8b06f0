import { FileSystemError, Uri, workspace } from 'vscode';
import type { SignedInFlag } from '../../core/auth/signedInFlag.ts';

/** The signed-in flag as a file in the global storage. Unlike VS Code's global state, all windows see the same value. */
export class SignedInFlagFile implements SignedInFlag {
  readonly #file: Uri;

  constructor(storage: Uri) {
    this.#file = Uri.joinPath(storage, 'signed-in');
  }

  async isSet(): Promise<boolean> {
    try {
      await workspace.fs.stat(this.#file);
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  async set(isSet: boolean): Promise<void> {
    if (isSet) return workspace.fs.writeFile(this.#file, new Uint8Array());
    try {
      await workspace.fs.delete(this.#file);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof FileSystemError && error.code === 'FileNotFound';
}
