import { type FSWatcher, watch } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FilePart } from '../../core/api/requestBody.ts';
import { type Disposable, toDisposable } from '../../core/base/disposable.ts';
import { storageNames } from '../../core/base/storage/storedNames.ts';
import { unlessMissing } from '../../core/base/storage/systemError.ts';
import type { SharedFileFacts, ShareFiles } from '../../core/outbox/shareFiles.ts';
import { openFilePart } from '../files/openFilePart.ts';
import { removeIfOld, replaceFile, temporarySuffix } from '../files/replaceFile.ts';

const recordExtension = storageNames.shareRecord;
const copyExtension = '.copy';

/**
 * Stores records, one file each, and copies of files that exist nowhere else. All windows share the folder, which is
 * created if needed.
 */
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

  writeCopy(id: string, bytes: Uint8Array): Promise<void> {
    return replaceFile(this.copyPath(id), [bytes]);
  }

  removeCopy(id: string): Promise<void> {
    return rm(this.copyPath(id), { force: true });
  }

  copyPath(id: string): string {
    return path.join(this.#folder, `${id}${copyExtension}`);
  }

  async stat(filePath: string): Promise<{ readonly byteLength: number; readonly mtimeMs: number }> {
    const { size, mtimeMs } = await stat(filePath);
    return { byteLength: size, mtimeMs };
  }

  open(filePath: string, facts: SharedFileFacts): Promise<FilePart> {
    return openFilePart(filePath, facts);
  }

  async removeOrphans(nowMs: number): Promise<void> {
    const names = new Set((await unlessMissing(readdir(this.#folder))) ?? []);
    for (const name of names) {
      const isCopy =
        name.endsWith(copyExtension) && !names.has(`${name.slice(0, -copyExtension.length)}${recordExtension}`);
      if (isCopy || name.endsWith(temporarySuffix)) await removeIfOld(path.join(this.#folder, name), nowMs);
    }
  }

  watch(onChange: (id?: string) => void): Disposable {
    let watcher: FSWatcher | undefined;
    let isOver = false;
    // A record is written to a temporary file first, which the system reports several times.
    const onEvent = (_event: string, name: string | null): void => {
      if (name === null) onChange();
      else if (name.endsWith(recordExtension)) onChange(name.slice(0, -recordExtension.length));
    };
    const begin = async (): Promise<void> => {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      if (isOver) return;
      watcher = watch(this.#folder, { persistent: false }, onEvent);
      // If the folder cannot be watched, or was deleted, the list is read when it is shown.
      watcher.on('error', () => watcher?.close());
    };
    begin().catch(() => onChange());
    return toDisposable(() => {
      isOver = true;
      watcher?.close();
    });
  }

  #recordPath(id: string): string {
    return path.join(this.#folder, `${id}${recordExtension}`);
  }
}
