import { randomBytes } from 'node:crypto';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { DownloadTooLargeError, FileExistsError, IncompleteDownloadError } from '../../core/api/errors.ts';
import { releaseBody, releaseBytes } from '../../core/api/releaseBody.ts';
import type { SaveOptions } from '../../core/attachments/downloadContent.ts';
import { throwIfAborted } from '../../core/base/errors.ts';
import { codeOf, unlessMissing } from '../../core/base/storage/systemError.ts';
import { retryWhileBusy } from './replaceFile.ts';

/**
 * Writes a body to a file. The file has a temporary name in the same folder until it is complete. On failure, or when
 * the signal aborts, nothing is left. If a body hangs, the signal of its request ends it. The chunks must not be used
 * by other code afterwards, because their memory is released.
 * @returns the number of bytes written
 */
export async function saveBody(
  body: AsyncIterable<Uint8Array>,
  path: string,
  options: SaveOptions = {},
): Promise<number> {
  const partPath = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    if (!options.overwrite && (await unlessMissing(lstat(path))) !== undefined) throw new FileExistsError();
    const byteLength = await writePart(body, partPath, options);
    await moveIntoPlace(partPath, path, options.overwrite ?? false);
    return byteLength;
  } catch (error) {
    await rm(partPath, { force: true });
    await releaseBody(body);
    throw error;
  }
}

/** Few large writes: one write per chunk takes up to twice the time. */
const batchBytes = 1024 * 1024;
/** Limits tiny chunks, whose overhead would exceed their bytes. */
const batchChunks = 1024;

async function writePart(body: AsyncIterable<Uint8Array>, partPath: string, options: SaveOptions): Promise<number> {
  const { signal, onProgress, expectedByteLength } = options;
  let [receivedBytes, savedBytes] = [0, 0];
  let batch: Uint8Array[] = [];
  const handle = await open(partPath, 'wx');
  const save = async (): Promise<void> => {
    const bytes = Buffer.concat(batch);
    await handle.writeFile(bytes);
    for (const part of [bytes, ...batch]) releaseBytes(part);
    batch = [];
    savedBytes = receivedBytes;
    onProgress?.(savedBytes);
  };
  try {
    for await (const chunk of body) {
      throwIfAborted(signal);
      receivedBytes += chunk.byteLength;
      assertNotTooLong(receivedBytes, options);
      batch.push(chunk);
      if (receivedBytes - savedBytes >= batchBytes || batch.length >= batchChunks) await save();
    }
    throwIfAborted(signal);
    if (batch.length > 0) await save();
  } finally {
    await handle.close();
  }
  if (expectedByteLength !== undefined && savedBytes !== expectedByteLength) {
    throw new IncompleteDownloadError(expectedByteLength, savedBytes);
  }
  return savedBytes;
}

/** Checks each chunk, so that an endless body cannot fill the disk. */
function assertNotTooLong(receivedBytes: number, { expectedByteLength, maxByteLength }: SaveOptions): void {
  if (maxByteLength !== undefined && receivedBytes > maxByteLength) throw new DownloadTooLargeError(maxByteLength);
  if (expectedByteLength !== undefined && receivedBytes > expectedByteLength) {
    throw new IncompleteDownloadError(expectedByteLength, receivedBytes);
  }
}

/** Reserves the name first, because a rename alone would silently replace a file created meanwhile. */
async function moveIntoPlace(partPath: string, path: string, overwrite: boolean): Promise<void> {
  if (!overwrite) {
    try {
      await (await open(path, 'wx')).close();
    } catch (error) {
      throw codeOf(error) === 'EEXIST' ? new FileExistsError() : error;
    }
  }
  try {
    await retryWhileBusy(() => rename(partPath, path));
  } catch (error) {
    if (!overwrite) await rm(path, { force: true });
    throw error;
  }
}
