import { defined } from '../base/json.ts';
import { decodeUrlPart } from '../base/paths.ts';
import { ForeignContentError } from './errors.ts';
import type { SendResponse } from './send.ts';

/**
 * 100 MB [A25]. The service API does not define the megabyte [N12]. The larger one is used: a user cannot work around a
 * limit that is too small, and the service itself refuses what is too large for it.
 */
export const maxAttachmentBytes = 100 * 1024 * 1024;

/** Metadata of a content file [A11]. */
export interface ContentInfo {
  /** As the service sends it: not safe as the name of a local file. */
  readonly fileName?: string;
  readonly byteLength?: number;
  readonly mediaType?: string;
  /** Strong entity tags only (RFC 9110, 8.8.3): needed to resume an interrupted download. */
  readonly entityTag?: string;
}

/** Reads the headers of `HEAD` or `GET /v1/contents/<content_id>`. Missing or unreadable values are omitted. */
export function contentInfo(response: SendResponse): ContentInfo {
  const fileName = dispositionFileName(response.header('content-disposition') ?? '');
  const length = response.header('content-length') ?? '';
  const byteLength = /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  const mediaType = response.header('content-type');
  const tag = response.header('etag') ?? '';
  const entityTag = response.header('accept-ranges') === 'bytes' && /^"[\x21\x23-\x7e]*"$/.test(tag) ? tag : undefined;
  return defined({ fileName, byteLength, mediaType, entityTag });
}

/** Start of a part and length of the whole file, from `Content-Range` (RFC 9110, 14.4). */
export function contentRange(response: SendResponse): { startByte: number; byteLength: number } | undefined {
  const [, start, total] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(response.header('content-range') ?? '') ?? [];
  return start === undefined ? undefined : { startByte: Number(start), byteLength: Number(total) };
}

const maxHeaderLength = 16_384;
const parameter = /;\s*(filename\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;]+))/gi;

/** The file name of a `Content-Disposition` header (RFC 6266). `filename*` (RFC 8187) has priority over `filename`. */
export function dispositionFileName(header: string): string | undefined {
  if (header.length > maxHeaderLength) return undefined;
  let plain: string | undefined;
  for (const [, name = '', quoted, bare] of header.matchAll(parameter)) {
    // Some services write paths of Windows without escapes, and keep the escapes of HTML forms.
    const value = (quoted?.replace(/\\(["\\])/g, '$1') ?? bare ?? '').replaceAll('%22', '"');
    const extended = name.endsWith('*') ? decodeExtended(value) : undefined;
    if (extended !== undefined) return extended;
    if (!name.endsWith('*')) plain ??= decodeBytes(value);
  }
  return plain === '' ? undefined : plain;
}

/** `UTF-8'en'%e2%82%ac`. Other character sets and broken escapes count as absent. */
function decodeExtended(value: string): string | undefined {
  const [, charset = '', encoded = ''] = /^([^']*)'[^']*'(.+)$/.exec(value) ?? [];
  if (/^utf-8$/i.test(charset)) return decodeUrlPart(encoded);
  if (!/^iso-8859-1$/i.test(charset) || /%(?![0-9a-f]{2})/i.test(encoded)) return undefined;
  return encoded.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Headers have one byte per character, but many services write UTF-8 into them. */
function decodeBytes(value: string): string {
  const isBytes = /[\x80-\xff]/.test(value) && !/[\u0100-\uffff]/.test(value);
  const text = isBytes ? Buffer.from(value, 'latin1').toString('utf8') : value;
  return text.includes('\uFFFD') ? value : text;
}

/**
 * The URL of a content that a message names. Only `/v1/contents/<content_id>` of the service is accepted, so that a
 * message can neither send its readers' token to another server nor make them request another path. User name, query
 * and fragment are removed.
 */
export function contentUrl(url: string, baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  const parsed = URL.parse(url, `${origin}/`);
  if (parsed === null || parsed.origin !== origin) throw new ForeignContentError(parsed?.host ?? '');
  const [, root = '', id = ''] = /^(.*)\/v1\/contents\/([^/]+)$/.exec(parsed.pathname) ?? [];
  const isRoot = root === '' || root === pathname.replace(/\/+$/, '');
  if (!isRoot || !isContentId(id)) throw new ForeignContentError(parsed.host, 'other-path');
  return origin + parsed.pathname;
}

/** The id must not become another path if a server or proxy decodes it once more. */
function isContentId(encoded: string): boolean {
  return /^(?:[\w.~!$&'()*+,;=:@-]|%(?!2e|2f|5c|25|[01]|7f)[0-9a-f]{2})+$/i.test(encoded) && !/^\.+$/.test(encoded);
}
