import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { throwIfAborted } from '../base/errors.ts';
import { FileExistsError, IncompleteDownloadError } from './errors.ts';
import { releaseBody } from './releaseBody.ts';

/** Fewer and larger writes: a write a chunk takes up to twice the time. */
const batchBytes = 1024 * 1024;

export interface SaveOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((savedBytes: number) => void) | undefined;
  /** When given, a body of another length is an `IncompleteDownloadError`. */
  readonly expectedByteLength?: number | undefined;
  /** Takes the place of a file that is there; without it that is a `FileExistsError`. */
  readonly overwrite?: boolean | undefined;
}

/**
 * Writes a body to a file. It grows under another name in the same folder and gets its own name once it is whole;
 * on failure, or once the signal aborts, nothing stays behind. A body that hangs ends by the signal of its own request.
 * @returns the bytes written
 */
export async function saveBody(
  body: AsyncIterable<Uint8Array>,
  path: string,
  options: SaveOptions = {},
): Promise<number> {
  const partPath = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    if (!options.overwrite && (await isTaken(path))) throw new FileExistsError(path);
    const byteLength = await writePart(body, partPath, options);
    await moveInPlace(partPath, path, options.overwrite ?? false);
    return byteLength;
  } catch (error) {
    await rm(partPath, { force: true });
    await releaseBody(body);
    throw error;
  }
}

async function writePart(body: AsyncIterable<Uint8Array>, partPath: string, options: SaveOptions): Promise<number> {
  const { signal, onProgress, expectedByteLength } = options;
  const handle = await open(partPath, 'wx');
  try {
    let [batch, pendingBytes, savedBytes]: [Uint8Array[], number, number] = [[], 0, 0];
    const flush = async (): Promise<void> => {
      await writeAll(handle, batch, pendingBytes);
      savedBytes += pendingBytes;
      [batch, pendingBytes] = [[], 0];
      onProgress?.(savedBytes);
    };
    for await (const chunk of body) {
      throwIfAborted(signal);
      batch.push(chunk);
      pendingBytes += chunk.byteLength;
      if (pendingBytes >= batchBytes) await flush();
    }
    throwIfAborted(signal);
    if (pendingBytes > 0) await flush();
    if (expectedByteLength !== undefined && savedBytes !== expectedByteLength) {
      throw new IncompleteDownloadError(expectedByteLength, savedBytes);
    }
    return savedBytes;
  } finally {
    await handle.close();
  }
}

/** A write may take less than it was given, on a full disk for one; then the rest says why. */
async function writeAll(handle: FileHandle, batch: readonly Uint8Array[], byteLength: number): Promise<void> {
  const { bytesWritten } = await handle.writev(batch);
  if (bytesWritten === byteLength) return;
  const whole = Buffer.concat(batch);
  for (let offset = bytesWritten; offset < byteLength; ) {
    offset += (await handle.write(whole, offset, byteLength - offset)).bytesWritten;
  }
}

async function isTaken(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Takes the name before the rename, which alone would silently replace a file made meanwhile. */
async function moveInPlace(partPath: string, path: string, overwrite: boolean): Promise<void> {
  if (!overwrite) {
    try {
      await (await open(path, 'wx')).close();
    } catch (error) {
      throw isSystemError(error, 'EEXIST') ? new FileExistsError(path) : error;
    }
  }
  try {
    await rename(partPath, path);
  } catch (error) {
    if (!overwrite) await rm(path, { force: true });
    throw error;
  }
}

function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
