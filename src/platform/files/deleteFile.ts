import { unlink } from 'node:fs/promises';
import { unlessMissing } from '../../core/base/storage/systemError.ts';

/** @returns false if another process has deleted the file before */
export async function deleteFile(file: string): Promise<boolean> {
  return (await unlessMissing(unlink(file).then(() => true))) ?? false;
}
