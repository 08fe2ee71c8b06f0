import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../core/base/clock.ts';
import { unlessMissing } from '../../core/base/storage/systemError.ts';
import { removePath } from '../files/deleteFile.ts';
import { removeOrphans } from '../files/removeOrphans.ts';
import { replaceFile, temporarySuffix } from '../files/replaceFile.ts';

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
    await removePath(this.pathOf(id));
  }

  /** Removes what crashed windows left. */
  removeOrphans(clock: Clock): Promise<void> {
    return removeOrphans(async () => (await this.unfinished()).map((name) => path.join(this.folder, name)), clock);
  }

  /** The names of temporary files, which a crash may have left. */
  protected async unfinished(): Promise<readonly string[]> {
    return (await this.names()).filter((name) => name.endsWith(temporarySuffix));
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
