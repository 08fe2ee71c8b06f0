import { ApiError, badRequest } from './errors.ts';

/** The limit of JSON and form bodies: only files may be larger. */
export const maxSmallBodyBytes = 1024 * 1024;

const maxDiscardedBytes = 256 * 1024 * 1024;
const maxDiscardMs = 5000;

/** The media type of a body in lower case, without parameters. */
export function mediaTypeOf(request: Request): string {
  return (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Rejects a missing or unexpected media type with 415. */
export function requireMediaType(request: Request, ...accepted: readonly string[]): void {
  const mediaType = mediaTypeOf(request);
  if (accepted.includes(mediaType)) return;
  const got = mediaType === '' ? 'no media type' : `“${mediaType}”`;
  throw new ApiError(415, `The body came with ${got}; this operation takes ${accepted.join(' or ')}.`);
}

/** Reads a small body as text. Rejects it with 400 when it is too large, incomplete, or not UTF-8. */
export async function readSmallBody(request: Request): Promise<string> {
  const { chunks, byteLength } = await readChunks(request);
  if (byteLength > maxSmallBodyBytes) throw badRequest(`The body is larger than ${maxSmallBodyBytes} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw badRequest('The body is not valid UTF-8.');
  }
}

/** Reads to the end, so that the client reads the response, but keeps no more than the limit. */
async function readChunks(request: Request): Promise<{ chunks: readonly Uint8Array[]; byteLength: number }> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  try {
    for await (const chunk of request.body ?? []) {
      byteLength += chunk.byteLength;
      if (byteLength <= maxSmallBodyBytes) chunks.push(chunk);
    }
  } catch {
    // The only possible error is a failed connection.
    throw badRequest('The body ended before it was complete.');
  }
  return { chunks, byteLength };
}

/** Reads a body that must be one JSON object. */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const text = await readSmallBody(request);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badRequest(`The body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

/**
 * Discards the rest of the body of a rejected request. A client in the middle of an upload reads the response only if the
 * connection stays open. Stops after a limited time or amount, or when the client disconnects.
 */
export async function discardBody(request: Request): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.bodyUsed) return;
  const reader = request.body?.getReader();
  if (reader === undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<{ done: true }>((resolve) => {
    timer = setTimeout(() => resolve({ done: true }), maxDiscardMs);
  });
  try {
    for (let byteLength = 0; byteLength < maxDiscardedBytes; ) {
      const read = await Promise.race([reader.read(), late]);
      if (read.done) break;
      byteLength += read.value.byteLength;
    }
  } catch (error) {
    // A client that has disconnected sends nothing more.
    if (!(error instanceof Error)) throw error;
  } finally {
    clearTimeout(timer);
    reader.releaseLock();
  }
}

/** Rejects a body with an unknown field with 400, so that a misspelt name is not ignored. */
export function requireKnownFields(body: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  const unknownName = Object.keys(body).find((name) => !known.includes(name));
  if (unknownName === undefined) return;
  throw badRequest(`“${unknownName}” is not a field of this operation. It takes ${known.join(', ')}.`);
}

/** An optional string field; `undefined` when absent or null. */
export function optionalString(body: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw badRequest(`“${name}” must be a string.`);
  return value;
}

/** A required string, not empty and without NUL characters: it is an identifier. */
export function requiredString(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = optionalString(body, name);
  if (value === undefined || value.trim() === '') throw badRequest(`“${name}” is required.`);
  if (value.includes('\0')) throw badRequest(`“${name}” must not contain a NUL character.`);
  return value;
}

/** An optional array of strings. */
export function optionalStrings(body: Readonly<Record<string, unknown>>, name: string): readonly string[] | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw badRequest(`“${name}” must be an array of strings.`);
  }
  return value;
}

/** An optional number that is not negative. */
export function optionalAmount(body: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw badRequest(`“${name}” must be a number that is not negative.`);
  }
  return value;
}
