import { pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { unexpectedResponse } from '../../core/api/jsonResponse.ts';
import type { SendRequest, SendResponse } from '../../core/api/send.ts';

/** The longest decoded body: more than an attachment can have [A25]. */
const maxDecodedBytes = 128 * 1024 * 1024;

/** Of the encoded body, and wrong for the decoded one. */
const hiddenHeaders: ReadonlySet<string> = new Set(['content-length', 'etag', 'accept-ranges']);

/** The decoders of RFC 9110, section 8.4.1, RFC 7932 and RFC 8878; `deflate` comes with and without the form of zlib. */
const decoders: Readonly<Record<string, (first: number) => Transform | undefined>> = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  deflate: (first) => ((first & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw()),
  br: () => zlib.createBrotliDecompress(),
  // Node before 22.15 does not have it.
  zstd: () => zlib.createZstdDecompress?.(),
};

/** Names of no encoding that services send here, and everyone ignores: of character sets, and of how the body was moved. */
const noCoding = /^(?:|identity|none|utf-?8|us-ascii|iso-8859-1|[78]bit|binary|chunked|aws-chunked)$/;

/**
 * A response whose body is decoded as its `Content-Encoding` says. No encoding is asked for, but some services and gateways
 * send one. Reading a body rejects with `UnexpectedResponseError` if its encoding is another one, or not the one it says,
 * or if it is longer than 128 MiB.
 */
export function decodedResponse(request: SendRequest, response: SendResponse): SendResponse {
  const codings = (response.header('content-encoding') ?? '').toLowerCase().split(/\s*,\s*/);
  const known = codings.map((each) => each.trim()).filter((each) => !noCoding.test(each));
  if (known.length === 0) return response;
  const fail = (cause?: unknown) => unexpectedResponse(request, response, 'encoded', { cause });
  async function* decode(): AsyncGenerator<Uint8Array> {
    let body = response.body;
    let byteLength = 0;
    for (const coding of known.reverse()) body = decodedBy(coding, body, fail);
    for await (const chunk of body) {
      byteLength += chunk.byteLength;
      if (byteLength > maxDecodedBytes) throw fail();
      yield chunk;
    }
  }
  const header = (name: string) => (hiddenHeaders.has(name) ? undefined : response.header(name));
  return { status: response.status, header, body: closing(decode(), response.body) };
}

async function* decodedBy(
  coding: string,
  body: AsyncIterable<Uint8Array>,
  fail: (cause?: unknown) => Error,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  const { value: first, done } = await chunks.next();
  // As the answers to HEAD.
  if (done) return;
  const decoder = decoders[coding]?.(first[0] ?? 0);
  if (decoder === undefined) {
    await chunks.return?.();
    throw fail();
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield first as Uint8Array;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  try {
    yield* pipeline(Readable.from(whole(), { objectMode: false }), decoder, () => undefined);
  } catch (error) {
    // The error of the connection passes as it is; one of the decoder has a code of zlib.
    const { code } = error as NodeJS.ErrnoException;
    throw typeof code === 'string' && /^(?:Z_|ERR_|ZSTD_)/.test(code) ? fail(error) : error;
  }
}

/** Closes the encoded body also if the decoded one was never read. */
function closing(decoded: AsyncGenerator<Uint8Array>, encoded: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const iterator: AsyncIterator<Uint8Array> = {
    next: () => decoded.next(),
    async return() {
      await decoded.return(undefined);
      await encoded[Symbol.asyncIterator]().return?.();
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
