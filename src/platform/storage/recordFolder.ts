import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { unlessMissing } from '../../core/base/storage/systemError.ts';
import { removeIfOld, replaceFile, retryWhileBusy, temporarySuffix } from '../files/replaceFile.ts';

/** A folder of text files, one for each record, which all windows share. It is created on demand. */
export class RecordFolder {
  protected readonly folder: string;
  readonly #extension: string;

  constructor(folder: string, extension: string) {
    this.folder = folder;
    this.#extension = extension;
  }

  /** The ids of all records, sorted. */
  async ids(): Promise<readonly string[]> {
    return (await this.names()).flatMap((name) => this.idOf(name) ?? []).sort();
  }

  /** `undefined` if the record does not exist. */
  read(id: string): Promise<string | undefined> {
    return unlessMissing(readFile(this.pathOf(id), 'utf8'));
  }

  /** Atomic: readers in any window see the old text or the new one, also after a crash. */
  async write(id: string, text: string): Promise<void> {
    await replaceFile(this.pathOf(id), text);
  }

  async remove(id: string): Promise<void> {
    // A folder may exist at the path of the record.
    await retryWhileBusy(() => rm(this.pathOf(id), { recursive: true, force: true }));
  }

  /** Removes temporary files that crashed windows left. */
  async removeOrphans(nowMs: number): Promise<void> {
    for (const name of await this.names())
      if (name.endsWith(temporarySuffix)) await removeIfOld(path.join(this.folder, name), nowMs);
  }

  /** The names of all files in the folder. */
  protected async names(): Promise<readonly string[]> {
    return (await unlessMissing(readdir(this.folder))) ?? [];
  }

  /** The id of the record in a file; `undefined` for other files. */
  protected idOf(name: string): string | undefined {
    return name.endsWith(this.#extension) ? name.slice(0, -this.#extension.length) : undefined;
  }

  protected pathOf(id: string): string {
    return path.join(this.folder, `${id}${this.#extension}`);
  }
}
