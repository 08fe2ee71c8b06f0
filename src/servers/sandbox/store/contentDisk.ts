import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The metadata of stored bytes. */
export interface StoredBytes {
  /** The name of the file in the content directory. */
  readonly storedAs: string;
  readonly byteLength: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** "An attachment is at most 100 MB." */
export const maxFileBytes = 100 * 1024 * 1024;

/** There are more bytes than that. None of them stay on disk. */
export class TooManyBytesError extends Error {}

const ownName = /^[\da-f-]{36}\.bin$/;
const readBytes = 256 * 1024;

/** Stores the bytes of attachments, one file each. */
export type ContentDisk = ReturnType<typeof openContentDisk>;

/** Opens a directory for contents: the given one, or a temporary one that `close` deletes. */
export function openContentDisk(directory: string | undefined) {
  const root = directory ?? mkdtempSync(join(tmpdir(), 'roomside-sandbox-'));
  mkdirSync(root, { recursive: true, mode: 0o700 });
  return {
    /**
     * Streams bytes to a new file with constant memory. After an error there is no file. Above `maxFileBytes` it stops
     * reading and throws `TooManyBytesError`.
     */
    store: (source: AsyncIterable<Uint8Array>) => storeStream(root, source),
    /** Like `store`, for a few bytes in memory. */
    storeBytes(bytes: Uint8Array): StoredBytes {
      const storedAs = `${randomUUID()}.bin`;
      writeFileSync(join(root, storedAs), bytes, { flag: 'wx' });
      return { storedAs, byteLength: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
    },
    /** Streams the bytes from `start` to `end`, both included. */
    read(storedAs: string, { start, end }: { start: number; end: number }): ReadableStream<Uint8Array> {
      const path = join(root, storedAs);
      const stream = end < start ? Readable.from([]) : createReadStream(path, { start, end, highWaterMark: readBytes });
      return Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
    },
    remove: (storedAs: string) => rm(join(root, storedAs), { force: true }),
    /** Deletes all other files, which a crash may have left. */
    keepOnly(kept: ReadonlySet<string>): void {
      for (const name of readdirSync(root)) {
        if (ownName.test(name) && !kept.has(name)) rmSync(join(root, name), { force: true });
      }
    },
    /** Deletes the directory if it is a temporary one. */
    async close(): Promise<void> {
      // Windows keeps a deleted file while a cancelled transfer has it open.
      if (directory === undefined) await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

async function storeStream(root: string, source: AsyncIterable<Uint8Array>): Promise<StoredBytes> {
  const storedAs = `${randomUUID()}.bin`;
  const path = join(root, storedAs);
  const hash = createHash('sha256');
  let byteLength = 0;
  const measured = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      byteLength += chunk.byteLength;
      if (byteLength > maxFileBytes) throw new TooManyBytesError();
      hash.update(chunk);
      yield chunk;
    }
  };
  // Opened here: a stream that opens it may still create it after an early error, when it has been removed already.
  const file = await open(path, 'wx', 0o600);
  try {
    await pipeline(source, measured, file.createWriteStream());
    return { storedAs, byteLength, sha256: hash.digest('hex') };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
