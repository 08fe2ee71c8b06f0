import type { SendResponse } from './send.ts';

/**
 * 100 MB [A25]. The interface does not say which megabyte [N12]; the larger one is taken, because refusing what the
 * service would have accepted cannot be put right by the user, while the service answers for itself when it means the
 * smaller.
 */
export const maxAttachmentBytes = 100 * 1024 * 1024;

/** What the head of a content file says [A11]. */
export interface ContentInfo {
  /** As the service gives it: not yet safe as the name of a file on this disk. */
  readonly fileName?: string;
  readonly byteLength?: number;
  readonly mediaType?: string;
  /** A strong one only (RFC 9110, 8.8.3): by it a download that broke off can be gone on with. */
  readonly entityTag?: string;
}

/** Reads it from the headers of `HEAD` or `GET /v1/contents/<content_id>`; what is missing or unreadable is left out. */
export function contentInfo(response: SendResponse): ContentInfo {
  const fileName = dispositionFileName(response.header('content-disposition') ?? '');
  const length = response.header('content-length') ?? '';
  const byteLength = /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  const mediaType = response.header('content-type');
  const tag = response.header('etag') ?? '';
  const entityTag = response.header('accept-ranges') === 'bytes' && /^"[\x21\x23-\x7e]*"$/.test(tag) ? tag : undefined;
  return {
    ...(fileName === undefined ? {} : { fileName }),
    ...(byteLength === undefined ? {} : { byteLength }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(entityTag === undefined ? {} : { entityTag }),
  };
}

/** Where a part of a file begins, and how long the whole is, as `Content-Range` has it (RFC 9110, 14.4). */
export function contentRange(response: SendResponse): { startByte: number; byteLength: number } | undefined {
  const [, start, total] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(response.header('content-range') ?? '') ?? [];
  return start === undefined ? undefined : { startByte: Number(start), byteLength: Number(total) };
}

const parameter = /;\s*(filename\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;]+))/gi;

/** The file name of a `Content-Disposition` header: RFC 6266, with `filename*` of RFC 8187 going before `filename`. */
export function dispositionFileName(header: string): string | undefined {
  let plain: string | undefined;
  for (const [, name = '', quoted, bare] of header.matchAll(parameter)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '';
    const extended = name.endsWith('*') ? decodeExtended(value) : undefined;
    if (extended !== undefined) return extended;
    if (!name.endsWith('*')) plain ??= decodeBytes(value);
  }
  return plain === '' ? undefined : plain;
}

/** `UTF-8'en'%e2%82%ac`; another character set, or broken escapes, count as absent. */
function decodeExtended(value: string): string | undefined {
  const [, charset = '', encoded = ''] = /^([^']*)'[^']*'(.+)$/.exec(value) ?? [];
  if (!/^(utf-8|iso-8859-1)$/i.test(charset) || /%(?![0-9a-f]{2})/i.test(encoded)) return undefined;
  const bytes = Buffer.from(
    encoded.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  return /^utf/i.test(charset) ? decodeUtf8(bytes) : bytes.toString('latin1');
}

/** Headers arrive a character a byte; many services write UTF-8 into them all the same. */
function decodeBytes(value: string): string {
  const isBytes = /[\x80-\xff]/.test(value) && !/[\u0100-\uffff]/.test(value);
  return isBytes ? (decodeUtf8(Buffer.from(value, 'latin1')) ?? value) : value;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString('utf8');
  return text.includes('\uFFFD') ? undefined : text;
}
