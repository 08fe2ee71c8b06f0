import { unlink } from 'node:fs/promises';
import { unlessMissing } from '../../core/base/storage/systemError.ts';
import { retryWhileBusy } from './replaceFile.ts';

/** @returns false if another process has deleted the file before */
export async function deleteFile(file: string): Promise<boolean> {
  return (await unlessMissing(retryWhileBusy(() => unlink(file)).then(() => true))) ?? false;
}
