import type { SandboxContext } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import type { RequestContext } from '../http/request.ts';
import type { ContentDocument } from '../store/documents.ts';
import { requireInRoom } from './roomAccess.ts';

/** HEAD and GET /v1/contents/<content_id>: the headers, or the bytes. A single `Range` is answered with 206. */
export function getContent(c: RequestContext, context: SandboxContext): Response {
  const content = requireInRoom(c, context.database, 'contents');
  const headers = contentHeaders(content);
  if (c.req.raw.method === 'HEAD') return new Response(null, { headers });
  const range = wantedRange(c.req.raw, content);
  if (range === 'unsatisfiable') {
    throw new ApiError(416, `The file has ${content.byteLength} bytes; the range starts after its end.`, {
      headers: { 'content-range': `bytes */${content.byteLength}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: content.byteLength - 1 };
  const body = context.contents.read(content.storedAs, { start, end });
  if (range === undefined) return new Response(body, { headers });
  headers['content-length'] = String(end - start + 1);
  headers['content-range'] = `bytes ${start}-${end}/${content.byteLength}`;
  return new Response(body, { status: 206, headers });
}

function contentHeaders(content: ContentDocument): Record<string, string> {
  return {
    'cache-control': 'no-cache',
    'content-disposition': attachmentDisposition(content.name),
    'content-length': String(content.byteLength),
    'content-type': content.mediaType,
    'accept-ranges': 'bytes',
    etag: entityTag(content),
    'x-content-type-options': 'nosniff',
  };
}

function wantedRange(request: Request, content: ContentDocument): ByteRange | 'unsatisfiable' | undefined {
  // RFC 9110, section 13.1.5: a range of another version of the file would be useless.
  const ifRange = request.headers.get('if-range');
  if (ifRange !== null && ifRange !== entityTag(content)) return undefined;
  return parseByteRange(request.headers.get('range'), content.byteLength);
}

function entityTag(content: ContentDocument): string {
  return `"${content.sha256}"`;
}

/** A part of a file, both ends included. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a `Range` header with one range (RFC 9110, section 14). `undefined` means the whole file: no header, another unit,
 * several ranges, or an invalid header. `'unsatisfiable'` means that the range contains no byte of the file.
 */
function parseByteRange(header: string | null, byteLength: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.replace(/\s/g, '') ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return undefined;
  if (first === '') {
    const suffix = Math.min(Number(last), byteLength);
    return suffix === 0 ? 'unsatisfiable' : { start: byteLength - suffix, end: byteLength - 1 };
  }
  const start = Number(first);
  const end = last === '' ? byteLength - 1 : Math.min(Number(last), byteLength - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= byteLength ? 'unsatisfiable' : { start, end };
}

/**
 * `Content-Disposition` of a download (RFC 6266): a name that every client can read, and the real name if it needs more
 * than plain letters.
 */
function attachmentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\]/g, '\\$&');
  // Some clients read a percent sign in the plain name as an escape. The extended form is unambiguous.
  const needsMore = /[^\x20-\x7e]|["\\%]/u.test(name);
  return `attachment; filename="${plain}"${needsMore ? `; filename*=UTF-8''${encodeExtended(name)}` : ''}`;
}

/** RFC 8187: percent-encoded UTF-8. encodeURIComponent leaves four characters that must be encoded. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
