import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, open, rename } from 'node:fs/promises';
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

async function writePart(body: AsyncIterable<Uint8Array>, partPath: string, options: SaveOptions): Promise<number> {
  const { signal, expectedByteLength } = options;
  let receivedBytes = 0;
  const handle = await open(partPath, 'wx');
  const writer = new BatchWriter(handle, options.onProgress);
  try {
    for await (const chunk of body) {
      throwIfAborted(signal);
      receivedBytes += chunk.byteLength;
      assertNotTooLong(receivedBytes, options);
      await writer.write(chunk);
    }
    throwIfAborted(signal);
    const byteLength = await writer.end();
    if (expectedByteLength !== undefined && byteLength !== expectedByteLength) {
      throw new IncompleteDownloadError(expectedByteLength, byteLength);
    }
    return byteLength;
  } finally {
    await writer.whenIdle();
    await handle.close();
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

/** Few large writes: one write per chunk takes up to twice the time. */
const batchBytes = 1024 * 1024;
/** Limits tiny chunks, whose overhead would exceed their bytes. */
const batchChunks = 1024;

/**
 * Writes chunks to a file in batches, without copying them. While one batch is written, the next one is collected. The
 * writer takes the chunks over: memory that belongs to one chunk is released after it is written.
 */
export class BatchWriter {
  readonly #handle: FileHandle;
  readonly #onProgress: ((savedBytes: number) => void) | undefined;
  #batch: Uint8Array[] = [];
  #batchedBytes = 0;
  #savedBytes = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(handle: FileHandle, onProgress: ((savedBytes: number) => void) | undefined) {
    this.#handle = handle;
    this.#onProgress = onProgress;
  }

  /**
   * Adds a chunk. Returns a promise only while one batch is being written and the next one is full. Rejects with the
   * error of an earlier write.
   */
  write(chunk: Uint8Array): Promise<void> | undefined {
    this.#batch.push(chunk);
    this.#batchedBytes += chunk.byteLength;
    const isFull = this.#batchedBytes >= batchBytes || this.#batch.length >= batchChunks;
    return isFull ? this.#flush() : undefined;
  }

  /** Writes the remaining chunks. @returns all bytes written */
  async end(): Promise<number> {
    if (this.#batchedBytes > 0) await this.#flush();
    await this.#writing;
    return this.#savedBytes;
  }

  /** Waits for the current write. Never rejects, because `write` or `end` reports its error. */
  async whenIdle(): Promise<void> {
    await Promise.allSettled([this.#writing]);
  }

  async #flush(): Promise<void> {
    await this.#writing;
    this.#writing = this.#writeAll(this.#batch, this.#batchedBytes);
    this.#batch = [];
    this.#batchedBytes = 0;
    // Avoids an unhandled rejection; the next `#flush` or `end` awaits it.
    this.#writing.catch(() => undefined);
  }

  async #writeAll(batch: readonly Uint8Array[], byteLength: number): Promise<void> {
    // A write may write fewer bytes than given, for example on a full disk. Then the next one reports the error.
    for (let rest = batch, left = byteLength; left > 0; ) {
      const { bytesWritten } = await this.#handle.writev(rest);
      left -= bytesWritten;
      if (left > 0) rest = withoutFirst(rest, bytesWritten);
    }
    for (const chunk of batch) releaseBytes(chunk);
    this.#savedBytes += byteLength;
    this.#onProgress?.(this.#savedBytes);
  }
}

function withoutFirst(chunks: readonly Uint8Array[], byteLength: number): Uint8Array[] {
  const rest: Uint8Array[] = [];
  let skipped = byteLength;
  for (const chunk of chunks) {
    if (skipped < chunk.byteLength) rest.push(chunk.subarray(skipped));
    skipped = Math.max(0, skipped - chunk.byteLength);
  }
  return rest;
}
