import { randomBytes } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { FileChangedError } from './errors.ts';
import type { RequestBody } from './send.ts';

/** A file to send, with a known length. */
export interface FilePart {
  readonly name: string;
  readonly mediaType: string;
  readonly byteLength: number;
  /** Reads the file from the start. A chunk is valid only until the next one is requested. */
  open(): AsyncIterable<Uint8Array>;
}

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

async function* readFile(path: string, name: string, byteLength: number): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const before = await handle.stat();
    if (before.size !== byteLength) throw new FileChangedError(name, path);
    const buffer = Buffer.allocUnsafeSlow(Math.min(bufferBytes, Math.max(1, byteLength)));
    for (let offset = 0; offset < byteLength; ) {
      const wanted = Math.min(buffer.byteLength, byteLength - offset);
      const { bytesRead } = await handle.read(buffer, 0, wanted, offset);
      offset += bytesRead;
      if (bytesRead === 0) throw new FileChangedError(name, path);
      // Checked before the last bytes are sent: without them, the request is incomplete.
      if (offset === byteLength) {
        const after = await handle.stat();
        if (after.size !== byteLength || after.mtimeMs !== before.mtimeMs) throw new FileChangedError(name, path);
      }
      yield bytesRead === buffer.byteLength ? buffer : buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Bytes in memory as a part. */
export function bytesPart(name: string, mediaType: string, bytes: Uint8Array): FilePart {
  return {
    name,
    mediaType,
    byteLength: bytes.byteLength,
    async *open() {
      if (bytes.byteLength > 0) yield bytes;
    },
  };
}

export function jsonBody(value: unknown): RequestBody {
  return textBody('application/json', JSON.stringify(value));
}

/** A form body [A18]. */
export function formBody(fields: Readonly<Record<string, string>>): RequestBody {
  return textBody('application/x-www-form-urlencoded', new URLSearchParams(fields).toString());
}

function textBody(contentType: string, text: string): RequestBody {
  return {
    contentType,
    byteLength: Buffer.byteLength(text),
    text,
    async *open() {
      yield Buffer.from(text);
    },
  };
}

/** The content of a `multipart/form-data` body. */
export interface MultipartContent {
  /** Plain fields in this order. They precede the file, so that a service can refuse before the upload. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly fileField: string;
  readonly file: FilePart;
  /**
   * Reports the bytes of the file that were written to the connection. Starts at 0 again when the body is sent again.
   */
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
}

/** A `multipart/form-data` body (RFC 7578) with a length that is known before the file is opened. */
export function multipartBody(content: MultipartContent): RequestBody {
  const boundary = `roomside-${randomBytes(18).toString('base64url')}`;
  const head = Buffer.from(headOf(content, boundary));
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    byteLength: head.byteLength + content.file.byteLength + tail.byteLength,
    async *open() {
      yield head;
      yield* withProgress(content);
      yield tail;
    },
  };
}

async function* withProgress({ file, onProgress }: MultipartContent): AsyncGenerator<Uint8Array> {
  let sentBytes = 0;
  onProgress?.(0, file.byteLength);
  for await (const chunk of file.open()) {
    const { byteLength } = chunk;
    // A request for more data means that the connection has taken this chunk.
    yield chunk;
    sentBytes += byteLength;
    onProgress?.(sentBytes, file.byteLength);
  }
}

function headOf({ fields, fileField, file }: MultipartContent, boundary: string): string {
  const plain = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${value}\r\n`,
  );
  const disposition = `form-data; name="${escapeName(fileField)}"; filename="${escapeName(file.name)}"`;
  return `${plain.join('')}--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${safeMediaType(file.mediaType)}\r\n\r\n`;
}

/** Escapes names like browsers (HTML, "multipart/form-data encoding algorithm"): UTF-8, with these three escapes. */
function escapeName(name: string): string {
  return name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}

const token = "[!#$%&'*+.^_`|~\\w-]+";
const mediaTypeForm = new RegExp(`^${token}/${token}(\\s*;\\s*${token}=(${token}|"[^"\\\\\\r\\n]*"))*$`);

function safeMediaType(mediaType: string): string {
  return mediaTypeForm.test(mediaType) ? mediaType : 'application/octet-stream';
}
