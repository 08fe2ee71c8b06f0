import type { FileHandle } from 'node:fs/promises';
import { releaseBytes } from '../api/releaseBytes.ts';

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
