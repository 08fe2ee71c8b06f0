import { rm, rmdir, unlink } from 'node:fs/promises';
import { unlessCode, unlessMissing } from '../../core/base/storage/systemError.ts';
import { retryWhileBusy } from './replaceFile.ts';

/** @returns false if another process has deleted the file before */
export async function deleteFile(file: string): Promise<boolean> {
  return (await unlessMissing(retryWhileBusy(() => unlink(file)).then(() => true))) ?? false;
}

/** Removes a file, or a folder with all that is in it, if it is there. */
export function removePath(place: string): Promise<void> {
  return retryWhileBusy(() => rm(place, { recursive: true, force: true }));
}

/** Removes a folder, unless it is already removed, or something is in it again. Both are fine. */
export async function removeEmpty(folder: string): Promise<void> {
  await unlessCode(rmdir(folder), ['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY']);
}
