import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { FileChangedError } from '../../core/api/errors.ts';
import type { FilePart } from '../../core/api/requestBody.ts';

/** Large reads take half the time of the default of 64 KiB for a file of 100 MB. */
const bufferBytes = 1024 * 1024;
const unknownMediaType = 'application/octet-stream';

/**
 * A file on disk as a part. Reads only its size now. `open` reads the file each time, through one reused buffer.
 * @throws the system's error if the file cannot be read. `open` throws `FileChangedError` if the length has changed, or
 * the file was written to while it was read.
 */
export async function openFilePart(
  path: string,
  options: { name?: string; mediaType?: string } = {},
): Promise<FilePart> {
  const { size } = await stat(path);
  const name = options.name ?? basename(path);
  return {
    name,
    mediaType: options.mediaType ?? unknownMediaType,
    byteLength: size,
    open: () => readFile(path, name, size),
  };
}

/** The whole content of a file. */
export async function contentOf(part: FilePart): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  // A chunk is valid only until the next one is requested.
  for await (const chunk of part.open()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function* readFile(path: string, name: string, byteLength: number): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const before = await handle.stat();
    if (before.size !== byteLength) throw new FileChangedError(name);
    const buffer = Buffer.allocUnsafeSlow(Math.min(bufferBytes, Math.max(1, byteLength)));
    for (let offset = 0; offset < byteLength; ) {
      const wanted = Math.min(buffer.byteLength, byteLength - offset);
      const { bytesRead } = await handle.read(buffer, 0, wanted, offset);
      offset += bytesRead;
      if (bytesRead === 0) throw new FileChangedError(name);
      // Checked before the last bytes are sent: without them, the request is incomplete.
      if (offset === byteLength) {
        const after = await handle.stat();
        if (after.size !== byteLength || after.mtimeMs !== before.mtimeMs) throw new FileChangedError(name);
      }
      yield bytesRead === buffer.byteLength ? buffer : buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
