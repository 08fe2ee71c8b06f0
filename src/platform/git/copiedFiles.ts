import type { Stats } from 'node:fs';
import { copyFile, lstat, mkdir, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { missingPathCodes, unlessMissing } from '../../core/base/storage/systemError.ts';
import { FilesNotRestoredError } from '../../core/git/errors.ts';
import { deleteFile, removeEmpty, removePath } from '../files/deleteFile.ts';

/** Copies of files of a repository in a folder of their own, under the same paths. */
export interface CopiedFiles {
  readonly folder: string;
  /**
   * Puts the files back as they were, and removes those that were not there.
   * @throws {FilesNotRestoredError} then the copies stay
   */
  restore(): Promise<void>;
  /** Removes the copies. */
  remove(): Promise<void>;
}

/** Copies the files that exist. @param names relative to the root; also those of files that do not exist */
export async function copyFiles(rootFolder: string, names: Iterable<string>): Promise<CopiedFiles> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'roomside-patch-')));
  let isKept = false;
  const remove = async () => {
    if (!isKept) await removePath(folder);
  };
  const copied = new Map<string, Stats>();
  const missing: string[] = [];
  try {
    for (const name of names) {
      const stats = await statsIfThere(rootFolder, name);
      if (stats?.isFile() === true) copied.set(name, stats);
      else missing.push(name);
    }
    for (const name of copied.keys()) await copyInto(folder, rootFolder, name);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    remove,
    async restore() {
      try {
        for (const name of missing) await removeMade(rootFolder, name);
        for (const [name, stats] of copied) {
          // Git compares these with its index, too.
          const isTouched = !isSame(stats, await statsIfThere(rootFolder, name));
          if (isTouched) await copyInto(rootFolder, folder, name);
        }
      } catch (error) {
        isKept = true;
        throw new FilesNotRestoredError(folder, error);
      }
    },
  };
}

function isSame(before: Stats, now: Stats | undefined): boolean {
  return (['ino', 'mode', 'size', 'mtimeMs', 'ctimeMs'] as const).every((fact) => before[fact] === now?.[fact]);
}

function statsIfThere(rootFolder: string, name: string): Promise<Stats | undefined> {
  return unlessMissing(lstat(path.join(rootFolder, name)), missingPathCodes);
}

async function copyInto(target: string, source: string, name: string): Promise<void> {
  const file = path.join(target, name);
  await mkdir(path.dirname(file), { recursive: true });
  await copyFile(path.join(source, name), file);
}

/** Removes a file that may have been made, and the folders above it that are empty then. */
async function removeMade(rootFolder: string, name: string): Promise<void> {
  if ((await statsIfThere(rootFolder, name))?.isFile() !== true) return;
  await deleteFile(path.join(rootFolder, name));
  for (let above = path.dirname(name); above !== '.'; above = path.dirname(above))
    await removeEmpty(path.join(rootFolder, above));
}
