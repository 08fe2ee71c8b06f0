import { isUtf8 } from 'node:buffer';
import * as v from 'valibot';
import { readUpTo } from '../../readUpTo.ts';
import { ApiError, badRequest } from './errors.ts';

/** The limit of JSON and form bodies: only files may be larger. */
export const maxSmallBodyBytes = 1024 * 1024;

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
  const bytes = await readUpTo(request.body ?? [], maxSmallBodyBytes, true).catch(() => {
    // The only possible error is a failed connection.
    throw badRequest('The body ended before it was complete.');
  });
  if (bytes === undefined) throw badRequest(`The body is larger than ${maxSmallBodyBytes} bytes.`);
  if (!isUtf8(bytes)) throw badRequest('The body is not valid UTF-8.');
  return new TextDecoder().decode(bytes);
}

async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
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
 * connection stays open. Stops after a limited time, or when the client disconnects.
 */
export async function discardBody({ body }: Request): Promise<void> {
  const options = { signal: AbortSignal.timeout(maxDiscardMs), preventCancel: true };
  // A handler that failed in the middle of a body may still hold it: then nothing is read.
  await body?.pipeTo(new WritableStream(), options).catch(() => undefined);
}

// decisions/0036
/**
 * Reads a JSON body of a shape that `fields` describes. A field that is null counts as absent. Rejects another media type
 * with 415, and another shape with 400 and the name of the field.
 */
export async function readBody<const Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  requireMediaType(request, 'application/json');
  const given = Object.entries(await readJsonObject(request)).filter(([, value]) => value !== null);
  const result = v.safeParse(schema, Object.fromEntries(given), { abortEarly: true });
  if (result.success) return result.output;
  const [{ message, path }] = result.issues;
  throw badRequest(`“${path?.findLast(({ key }) => typeof key === 'string')?.key}” ${message}.`);
}

/** An object with these fields and no other, so that a misspelled name is not ignored. */
export function fields<const Entries extends v.ObjectEntries>(entries: Entries) {
  const known = Object.keys(entries).join(', ');
  return v.strictObject(entries, ({ expected, input }) => {
    if (expected === 'never') return `is not a field of this operation. It takes ${known}`;
    return input === undefined ? 'is required' : 'must be an object';
  });
}

/** A lone surrogate, which only an escape in JSON can contain, becomes the replacement character: it has no UTF-8 form. */
export const text = v.pipe(
  v.string('must be a string'),
  v.transform((value) => value.toWellFormed()),
);
const isTexts = 'must be an array of strings';
export const texts = v.array(v.string(isTexts), isTexts);

/** Not empty and without NUL characters. */
export const identifier = v.pipe(
  text,
  v.check((value) => value.trim() !== '', 'is required'),
  v.check((value) => !value.includes('\0'), 'must not contain a NUL character'),
);

/** A number that is not negative. */
export const amount = v.custom<number>(
  (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
  'must be a number that is not negative',
);
