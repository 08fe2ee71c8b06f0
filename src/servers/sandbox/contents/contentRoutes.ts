import type { SandboxContext } from '../context.ts';
import { ApiError, notFound } from '../http/errors.ts';
import type { RequestContext } from '../http/request.ts';
import { canSeeRoom } from '../rooms/roomAccess.ts';
import { type ByteRange, parseByteRange } from './byteRange.ts';
import { attachmentDisposition } from './contentDisposition.ts';
import { type ContentRow, findContent } from './contentRows.ts';

/** HEAD and GET /v1/contents/<content_id>: the headers, or the bytes; a single `Range` is answered with 206. */
export function getContent(c: RequestContext, context: SandboxContext): Response {
  const content = findContent(context.database, c.req.param('id') ?? '');
  if (content === undefined || !canSeeRoom(context.database, c.var.caller, content.room_id)) {
    throw notFound('There is no file with that id, or you are not in its room.');
  }
  const headers = contentHeaders(content);
  if (c.req.raw.method === 'HEAD') return new Response(null, { headers });
  const range = wantedRange(c.req.raw, content);
  if (range === 'unsatisfiable') {
    throw new ApiError(416, `The file has ${content.byte_length} bytes; the range lies behind its end.`, {
      headers: { 'content-range': `bytes */${content.byte_length}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: content.byte_length - 1 };
  const body = context.contents.read(content.stored_as, { start, end }) as unknown as ReadableStream<Uint8Array>;
  if (range === undefined) return new Response(body, { headers });
  headers['content-length'] = String(end - start + 1);
  headers['content-range'] = `bytes ${start}-${end}/${content.byte_length}`;
  return new Response(body, { status: 206, headers });
}

function contentHeaders(content: ContentRow): Record<string, string> {
  return {
    'cache-control': 'no-cache',
    'content-disposition': attachmentDisposition(content.name),
    'content-length': String(content.byte_length),
    'content-type': content.media_type,
    'accept-ranges': 'bytes',
    etag: entityTag(content),
    'x-content-type-options': 'nosniff',
  };
}

function wantedRange(request: Request, content: ContentRow): ByteRange | 'unsatisfiable' | undefined {
  // RFC 9110, section 13.1.5: a part of another version of the file would be of no use.
  const ifRange = request.headers.get('if-range');
  if (ifRange !== null && ifRange !== entityTag(content)) return undefined;
  return parseByteRange(request.headers.get('range'), content.byte_length);
}

function entityTag(content: ContentRow): string {
  return `"${content.sha256}"`;
}
