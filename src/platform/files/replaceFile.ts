import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../core/base/storage/systemError.ts';

/** Suffix of files that are being written. A crash can leave one. */
export const temporarySuffix = '.draft';

/**
 * Writes a file atomically, readable by its owner only. Creates its folder if needed. Readers in any process see the
 * old or the new content. When this resolves, the new content survives a crash, if the disk can sync a folder.
 */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const draft = `${file}.${randomUUID().slice(0, 8)}${temporarySuffix}`;
  try {
    await creatingFolder(file, () => writeFile(draft, content, { flag: 'wx', mode: 0o600, flush: true }));
    await retryWhileBusy(() => rename(draft, file));
  } catch (error) {
    await retryWhileBusy(() => rm(draft, { force: true }));
    throw error;
  }
  // The content is in place whatever this says: an error would claim that it is not.
  await syncFolder(path.dirname(file)).catch(() => undefined);
}

/** Runs an operation on a file, and again after creating the folder of the file if that is missing. */
export async function creatingFolder(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await work();
  }
}

/** Without this, a power failure can lose the new name. Windows does not need it, and some network drives have none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Windows refuses to rename, replace or delete what another process, such as a virus scanner, has open. */
export const busyCodes: readonly string[] = ['EPERM', 'EACCES', 'EBUSY'];
/** Delays before each retry in milliseconds, 1.3 s in total. */
const waitsMs: readonly number[] = [5, 10, 25, 60, 150, 350, 700];

/**
 * Runs a file operation and, on Windows, retries it while the system reports the file as busy. Rejects with the last
 * error. On other platforms the same codes mean missing permission, so nothing is retried.
 */
export async function retryWhileBusy<T>(
  work: () => Promise<T>,
  platform: string = process.platform,
  wait: (delayMs: number) => Promise<unknown> = sleep,
): Promise<T> {
  for (const waitMs of platform === 'win32' ? waitsMs : []) {
    try {
      return await work();
    } catch (error) {
      if (!busyCodes.includes(codeOf(error))) throw error;
    }
    await wait(waitMs);
  }
  return work();
}
