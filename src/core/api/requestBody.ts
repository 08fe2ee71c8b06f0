import { randomBytes } from 'node:crypto';
import type { RequestBody } from './send.ts';

/** A file to send, with a known length. */
export interface FilePart {
  readonly name: string;
  readonly mediaType: string;
  readonly byteLength: number;
  /** Reads the file from the start. A chunk is valid only until the next one is requested. */
  open(): AsyncIterable<Uint8Array>;
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

function headOf({ fields, file }: MultipartContent, boundary: string): string {
  const plain = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${value}\r\n`,
  );
  const disposition = `form-data; name="files"; filename="${escapeName(file.name)}"`;
  const mediaType = mediaTypeForm.test(file.mediaType) ? file.mediaType : 'application/octet-stream';
  return `${plain.join('')}--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${mediaType}\r\n\r\n`;
}

/** Escapes names like browsers (HTML, "multipart/form-data encoding algorithm"): UTF-8, with these three escapes. */
function escapeName(name: string): string {
  return name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}

const token = "[!#$%&'*+.^_`|~\\w-]+";
const mediaTypeForm = new RegExp(`^${token}/${token}(\\s*;\\s*${token}=(${token}|"[^"\\\\\\r\\n]*"))*$`);
