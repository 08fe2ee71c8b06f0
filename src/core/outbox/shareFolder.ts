import { type FSWatcher, watch } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Disposable, toDisposable } from '../base/disposable.ts';
import { removeIfOld, replaceFile, temporarySuffix } from '../base/storage/replaceFile.ts';
import { unlessMissing } from '../base/storage/systemError.ts';

/** Stores records, one file each, and copies of files that exist nowhere else. All windows share the folder. */
export interface ShareFiles {
  /** The ids of all records, in the order of the shares. */
  ids(): Promise<readonly string[]>;
  /** `undefined` if the record does not exist. */
  read(id: string): Promise<string | undefined>;
  /** Writes a record atomically. When this resolves, it survives a crash of the machine. */
  write(id: string, text: string): Promise<void>;
  /** Removes the record and its copy. */
  remove(id: string): Promise<void>;
  /** Stores the bytes of a file beside its record. */
  writeCopy(id: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  removeCopy(id: string): Promise<void>;
  copyPath(id: string): string;
  /** Removes what crashed windows left: temporary files and copies without a record. */
  removeOrphans(nowMs: number): Promise<void>;
  /** Size and time of a file to send. Rejects with the system's error. */
  stat(filePath: string): Promise<{ readonly byteLength: number; readonly mtimeMs: number }>;
  /** Calls back when another window may have changed something. */
  watch(onChange: () => void): Disposable;
}

const recordExtension = '.share.json';
const copyExtension = '.copy';

/** The folder on disk; created if needed. */
export class ShareFolder implements ShareFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async ids(): Promise<readonly string[]> {
    const names = (await unlessMissing(readdir(this.#folder))) ?? [];
    return names
      .filter((name) => name.endsWith(recordExtension))
      .map((name) => name.slice(0, -recordExtension.length))
      .sort();
  }

  read(id: string): Promise<string | undefined> {
    return unlessMissing(readFile(this.#recordPath(id), 'utf8'));
  }

  async write(id: string, text: string): Promise<void> {
    await replaceFile(this.#recordPath(id), [Buffer.from(text)]);
  }

  async remove(id: string): Promise<void> {
    // A folder may exist at the path of the record.
    await rm(this.#recordPath(id), { recursive: true, force: true });
    await this.removeCopy(id);
  }

  writeCopy(id: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    return replaceFile(this.copyPath(id), bytes);
  }

  removeCopy(id: string): Promise<void> {
    return rm(this.copyPath(id), { force: true });
  }

  copyPath(id: string): string {
    return path.join(this.#folder, `${id}${copyExtension}`);
  }

  async stat(filePath: string): Promise<{ byteLength: number; mtimeMs: number }> {
    const { size, mtimeMs } = await stat(filePath);
    return { byteLength: size, mtimeMs };
  }

  async removeOrphans(nowMs: number): Promise<void> {
    const names = new Set((await unlessMissing(readdir(this.#folder))) ?? []);
    for (const name of names) {
      const isCopy =
        name.endsWith(copyExtension) && !names.has(`${name.slice(0, -copyExtension.length)}${recordExtension}`);
      if (isCopy || name.endsWith(temporarySuffix)) await removeIfOld(path.join(this.#folder, name), nowMs);
    }
  }

  watch(onChange: () => void): Disposable {
    let watcher: FSWatcher | undefined;
    let isOver = false;
    const begin = async (): Promise<void> => {
      await makePrivateFolder(this.#folder);
      if (isOver) return;
      watcher = watch(this.#folder, { persistent: false }, onChange);
      // If the folder cannot be watched, or was deleted, the list is read when it is shown.
      watcher.on('error', () => watcher?.close());
    };
    begin().catch(onChange);
    return toDisposable(() => {
      isOver = true;
      watcher?.close();
    });
  }

  #recordPath(id: string): string {
    return path.join(this.#folder, `${id}${recordExtension}`);
  }
}

/** Restricts the folder to its owner, even if an older version created it. */
async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}
