import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { retryWhileBusy } from './retryWhileBusy.ts';
import { codeOf } from './systemError.ts';

/** Of files that are being written; a crash can leave one. */
export const temporarySuffix = '.draft';

/**
 * Writes a file as a whole or not at all, for its owner alone; its folder is made when needed. A reader sees the old
 * content or the new one, in this process and any other, and when this resolves the new one survives a crash.
 */
export async function replaceFile(
  file: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const draft = `${file}.${randomUUID().slice(0, 8)}${temporarySuffix}`;
  try {
    const handle = await openNew(draft);
    try {
      for await (const chunk of chunks) await handle.writeFile(chunk);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await retryWhileBusy(() => rename(draft, file));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

async function openNew(file: string) {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return open(file, 'wx', 0o600);
  }
}

/** Else a new name may be lost with the power. Where a folder cannot be opened, as on Windows, the name is safe at once. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
