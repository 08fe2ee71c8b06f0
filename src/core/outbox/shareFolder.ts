import { type FSWatcher, watch } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Disposable, toDisposable } from '../base/disposable.ts';
import { removeIfOld } from '../base/removeIfOld.ts';
import { replaceFile, temporarySuffix } from '../base/replaceFile.ts';
import { unlessMissing } from '../base/systemError.ts';

/** Where records lie, one file each, and copies of what exists nowhere else. All windows share it. */
export interface ShareFiles {
  /** The ids of all records, in the order of the shares. */
  ids(): Promise<readonly string[]>;
  /** `undefined` when it is gone. */
  read(id: string): Promise<string | undefined>;
  /** Writes it as a whole or not at all; when this resolves it survives a crash of the machine. */
  write(id: string, text: string): Promise<void>;
  /** Removes the record and its copy. */
  remove(id: string): Promise<void>;
  /** Keeps the bytes beside the record of this id. */
  writeCopy(id: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  removeCopy(id: string): Promise<void>;
  copyPath(id: string): string;
  /** Removes what windows that crashed have left: halves of files, copies without a record, locks. */
  removeOrphans(nowMs: number): Promise<void>;
  /** Size and time of a file to be sent. Rejects with the system's error. */
  stat(filePath: string): Promise<{ readonly byteLength: number; readonly mtimeMs: number }>;
  /** Tells when another window may have changed something. */
  watch(onChange: () => void): Disposable;
}

const recordExtension = '.share.json';
const copyExtension = '.copy';

/** The folder on the disk; made when needed. */
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
    // A folder may be in the place of the record.
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
      // Where nothing can be watched, or the folder is deleted, the list is read when it is looked at.
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

/** Only the owner may list or read it, also when an older version has made it. */
async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}
