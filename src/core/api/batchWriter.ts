import type { FileHandle } from 'node:fs/promises';

/** Fewer and larger writes: a write a chunk takes up to twice the time. */
const batchBytes = 1024 * 1024;

/**
 * Writes chunks to a file in batches. While one batch is on its way to the disk the other is filled; chunks are copied,
 * so that their memory is free at once however long the disk takes.
 */
export class BatchWriter {
  readonly #handle: FileHandle;
  readonly #onProgress: ((savedBytes: number) => void) | undefined;
  #batch: Buffer = Buffer.allocUnsafeSlow(batchBytes);
  #spare: Buffer | undefined;
  #filled = 0;
  #savedBytes = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(handle: FileHandle, onProgress: ((savedBytes: number) => void) | undefined) {
    this.#handle = handle;
    this.#onProgress = onProgress;
  }

  /** Takes a chunk; waits only while both batches are full. Rejects with the error of an earlier write. */
  async write(chunk: Uint8Array): Promise<void> {
    for (let offset = 0; offset < chunk.byteLength; ) {
      const taken = Math.min(batchBytes - this.#filled, chunk.byteLength - offset);
      this.#batch.set(taken === chunk.byteLength ? chunk : chunk.subarray(offset, offset + taken), this.#filled);
      this.#filled += taken;
      offset += taken;
      if (this.#filled === batchBytes) await this.#flush();
    }
  }

  /** Writes the rest. @returns all bytes written */
  async end(): Promise<number> {
    if (this.#filled > 0) await this.#flush();
    await this.#writing;
    return this.#savedBytes;
  }

  /** Waits until no write is under way; its failure, if it was one, has been told by `write` or `end`. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.#writing]);
  }

  async #flush(): Promise<void> {
    await this.#writing;
    const [full, byteLength] = [this.#batch, this.#filled];
    this.#batch = this.#spare ?? Buffer.allocUnsafeSlow(batchBytes);
    this.#spare = full;
    this.#filled = 0;
    this.#writing = this.#writeAll(full, byteLength);
    // It is awaited before the next one; until then its failure is nobody's surprise.
    this.#writing.catch(() => undefined);
  }

  async #writeAll(batch: Buffer, byteLength: number): Promise<void> {
    // A write may take less than it was given, on a full disk for one; then the next one says why.
    for (let offset = 0; offset < byteLength; ) {
      offset += (await this.#handle.write(batch, offset, byteLength - offset)).bytesWritten;
    }
    this.#savedBytes += byteLength;
    this.#onProgress?.(this.#savedBytes);
  }
}
