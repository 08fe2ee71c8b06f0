import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { retryWhileBusy } from './retryWhileBusy.ts';
import { codeOf } from './systemError.ts';

/** Suffix of files that are being written. A crash can leave one. */
export const temporarySuffix = '.draft';

/**
 * Writes a file atomically, readable by its owner only. Creates its folder if needed. Readers in any process see the
 * old or the new content. When this resolves, the new content survives a crash.
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

/** Without this, a power failure can lose the new name. Windows cannot open folders, and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
