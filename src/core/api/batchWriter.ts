import type { FileHandle } from 'node:fs/promises';
import { releaseBytes } from './releaseBytes.ts';

/** Fewer and larger writes: a write a chunk takes up to twice the time. */
const batchBytes = 1024 * 1024;
/** Of tiny chunks what is held around them would outweigh the bytes. */
const batchChunks = 1024;

/**
 * Writes chunks to a file in batches, without copying them. While one batch is on its way to the disk the next is
 * gathered. The chunks are used up: memory that is a chunk's own is given back as soon as it is written.
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
   * Takes a chunk. There is something to wait for only while one batch is being written and the next is full.
   * Rejects with the error of an earlier write.
   */
  write(chunk: Uint8Array): Promise<void> | undefined {
    this.#batch.push(chunk);
    this.#batchedBytes += chunk.byteLength;
    const isFull = this.#batchedBytes >= batchBytes || this.#batch.length >= batchChunks;
    return isFull ? this.#flush() : undefined;
  }

  /** Writes the rest. @returns all bytes written */
  async end(): Promise<number> {
    if (this.#batchedBytes > 0) await this.#flush();
    await this.#writing;
    return this.#savedBytes;
  }

  /** Waits until no write is under way; its failure, if it was one, has been told by `write` or `end`. */
  async whenIdle(): Promise<void> {
    await Promise.allSettled([this.#writing]);
  }

  async #flush(): Promise<void> {
    await this.#writing;
    this.#writing = this.#writeAll(this.#batch, this.#batchedBytes);
    this.#batch = [];
    this.#batchedBytes = 0;
    // It is awaited before the next one; until then its failure is nobody's surprise.
    this.#writing.catch(() => undefined);
  }

  async #writeAll(batch: readonly Uint8Array[], byteLength: number): Promise<void> {
    // A write may take less than it was given, on a full disk for one; then the next one says why.
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
