import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { FileChangedError } from '../../core/api/errors.ts';
import type { FilePart } from '../../core/api/requestBody.ts';
import { statFile, versionOf } from './localFile.ts';

/** Large reads take half the time of the default of 64 KiB for a file of 100 MB. */
const bufferBytes = 1024 * 1024;
const unknownMediaType = 'application/octet-stream';

interface DiskPart extends FilePart {
  readonly version: string;
}

interface DiskPartOptions {
  readonly name?: string;
  readonly mediaType?: string;
  /** Of an earlier part: the file must be the same. */
  readonly version?: string | undefined;
}

/**
 * A file on disk as a part. Reads nothing of it now. `open` reads the file each time, through one reused buffer.
 * @throws the system's error if the file cannot be read, and `FileChangedError` if it is of another version. So does `open`
 * if the file is no longer the same, or was written to while it was read.
 */
export async function openFilePart(path: string, options: DiskPartOptions = {}): Promise<DiskPart> {
  const { byteLength, version } = await statFile(path);
  const { name = basename(path), mediaType = unknownMediaType } = options;
  if (options.version !== undefined && options.version !== version) throw new FileChangedError(name);
  return { name, mediaType, byteLength, version, open: () => readFile(path, name, { byteLength, version }) };
}

/** The whole content of a file. */
export async function contentOf(part: FilePart): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  // A chunk is valid only until the next one is requested.
  for await (const chunk of part.open()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function* readFile(
  path: string,
  name: string,
  { byteLength, version }: Pick<DiskPart, 'byteLength' | 'version'>,
): AsyncGenerator<Uint8Array> {
  // What has become a pipe meanwhile is not waited for. Windows has no such flag.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const isSame = async (): Promise<boolean> => versionOf(await handle.stat()) === version;
  try {
    if (!(await isSame())) throw new FileChangedError(name);
    const buffer = Buffer.allocUnsafeSlow(Math.min(bufferBytes, Math.max(1, byteLength)));
    for (let offset = 0; offset < byteLength; ) {
      const wanted = Math.min(buffer.byteLength, byteLength - offset);
      const { bytesRead } = await handle.read(buffer, 0, wanted, offset);
      offset += bytesRead;
      if (bytesRead === 0) throw new FileChangedError(name);
      // Checked before the last bytes are sent: without them, the request is incomplete.
      if (offset === byteLength && !(await isSame())) throw new FileChangedError(name);
      yield bytesRead === buffer.byteLength ? buffer : buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
