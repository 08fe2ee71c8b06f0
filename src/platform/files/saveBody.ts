import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { lstat, open, rename } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { DownloadTooLargeError, FileExistsError, IncompleteDownloadError } from '../../core/api/errors.ts';
import { releaseBody, releaseBytes } from '../../core/api/releaseBody.ts';
import type { SaveOptions } from '../../core/attachments/downloadContent.ts';
import { throwIfAborted } from '../../core/base/errors.ts';
import { codeOf, unlessMissing } from '../../core/base/storage/systemError.ts';
import { removePath } from './deleteFile.ts';
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
    await removePath(partPath);
    await releaseBody(body);
    throw error;
  }
}

/** Few large writes: one write per chunk takes up to twice the time. Tiny chunks have more overhead than bytes. */
const batchBytes = 1024 * 1024;
const batchChunks = 1024;

async function writePart(body: AsyncIterable<Uint8Array>, partPath: string, options: SaveOptions): Promise<number> {
  const { signal, onProgress, expectedByteLength } = options;
  let receivedBytes = 0;
  let chunkCount = 0;
  const file = (await open(partPath, 'wx')).createWriteStream({ highWaterMark: 1 });
  const closed = finished(file);
  // Avoids an unhandled rejection; the next batch awaits it.
  closed.catch(() => undefined);
  const writeBatch = async (): Promise<void> => {
    if (file.writableLength === 0) return;
    file.uncork();
    await Promise.race([once(file, 'drain'), closed]);
    onProgress?.(file.bytesWritten);
    file.cork();
  };
  try {
    file.cork();
    for await (const chunk of body) {
      throwIfAborted(signal);
      receivedBytes += chunk.byteLength;
      chunkCount += 1;
      assertNotTooLong(receivedBytes, options);
      file.write(chunk, () => releaseBytes(chunk));
      if (file.writableLength >= batchBytes || chunkCount % batchChunks === 0) await writeBatch();
    }
    throwIfAborted(signal);
    await writeBatch();
    if (expectedByteLength !== undefined && receivedBytes !== expectedByteLength)
      throw new IncompleteDownloadError(expectedByteLength, receivedBytes);
    file.end();
    await closed;
    return receivedBytes;
  } finally {
    file.destroy();
    await closed.catch(() => undefined);
  }
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
    if (!overwrite) await removePath(path);
    throw error;
  }
}
