import { isJsonObject, parseJsonObject, stringField } from '../base/json.ts';
import { ConnectionError, type ResponseProblem, ServiceError, UnexpectedResponseError } from './errors.ts';
import { retryAfterOf } from './retryAfter.ts';
import { requestTarget, type SendRequest, type SendResponse } from './send.ts';

/**
 * Reads a response with a JSON body, whatever its media type: services label JSON as text and text as JSON.
 * @returns the parsed value; `undefined` for a 2xx status without a body (204, or an empty 200)
 * @throws {ServiceError} for a status outside 200 to 299
 * @throws {UnexpectedResponseError} if the body is not complete JSON, or larger than `maxResponseBytes` (`wrong-shape`)
 */
export async function readJsonResponse(request: SendRequest, response: SendResponse): Promise<unknown> {
  if (response.status < 200 || response.status > 299) throw await readServiceError(request, response);
  const { text, end, error } = await readResponseText(response);
  if (end === 'too-large') throw unexpectedResponse(request, response, 'wrong-shape');
  if (end === 'cut') throw unexpectedResponse(request, response, 'truncated', { cause: error });
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unexpectedResponse(request, response, problemOf(text, response.header('content-type')), { cause });
  }
}

/** The same for a response that must be an object. */
export async function readJsonObject(
  request: SendRequest,
  response: SendResponse,
): Promise<Readonly<Record<string, unknown>>> {
  const value = await readJsonResponse(request, response);
  if (value === undefined) throw unexpectedResponse(request, response, 'truncated');
  if (!isJsonObject(value)) throw unexpectedResponse(request, response, 'wrong-shape');
  return value;
}

/** Creates the error for a response that violates the service API. */
export function unexpectedResponse(
  request: SendRequest,
  response: SendResponse,
  problem: ResponseProblem,
  options?: ErrorOptions,
): UnexpectedResponseError {
  return new UnexpectedResponseError({ ...requestTarget(request.url), status: response.status, problem }, options);
}

/** The end of a JSON text by its beginning. One with another end counts as incomplete, which is what it mostly is. */
const endOfJson: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['[', ']'],
]);

function problemOf(text: string, contentType: string | undefined): ResponseProblem {
  const trimmed = text.trimStart();
  if (trimmed.startsWith('<') || isHtmlType(contentType)) return 'html';
  const end = endOfJson.get(trimmed.charAt(0));
  return end === undefined || trimmed.trimEnd().endsWith(end) ? 'not-json' : 'truncated';
}

/** Explanations are short. Longer bodies are not read to the end. */
export const maxErrorBytes = 64 * 1024;
const maxMessageLength = 1000;

/**
 * Reads a response with an error status. Its body may be `{message, errors: [{description}], trackingId}` [X12], the
 * form of RFC 6749 section 5.2 [X11], plain text, a web page, empty, or broken.
 */
export async function readServiceError(request: SendRequest, response: SendResponse): Promise<ServiceError> {
  const { text } = await readResponseText(response, maxErrorBytes);
  const body = parseJsonObject(text);
  return new ServiceError({
    status: response.status,
    method: request.method,
    path: requestTarget(request.url).path,
    serviceMessage: oneLine(body ? messageOf(body) : isWebPage(text) ? undefined : text),
    trackingId: (body && stringField(body, 'trackingId')) ?? response.header('trackingid'),
    retryAfterMs: retryAfterOf(response),
    oauthError: body && stringField(body, 'error'),
    isWebPage: isWebPage(text),
  });
}

function messageOf(body: Readonly<Record<string, unknown>>): string | undefined {
  const message = stringField(body, 'message') ?? stringField(body, 'error_description');
  if (message !== undefined && message.trim() !== '') return message;
  const errors = Array.isArray(body.errors) ? body.errors : [];
  const descriptions = errors.filter(isJsonObject).map((error) => stringField(error, 'description') ?? '');
  return descriptions.find((description) => description.trim() !== '') ?? stringField(body, 'error');
}

export function isHtmlType(contentType = ''): boolean {
  return /\bhtml\b/i.test(contentType);
}

/** A gateway or a proxy may answer with a page for the service. */
export function isWebPage(text: string): boolean {
  return text.trimStart().startsWith('<');
}

/** One line of limited length without control and bidi characters; `undefined` if empty. */
function oneLine(message: string | undefined): string | undefined {
  const line = message?.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim() ?? '';
  return line === '' ? undefined : line.slice(0, maxMessageLength);
}

/** The largest JSON response that is held in memory. */
export const maxResponseBytes = 32 * 1024 * 1024;

interface ResponseText {
  readonly text: string;
  readonly end: 'whole' | 'cut' | 'too-large';
  /** The error that cut it. */
  readonly error?: unknown;
}

/** Reads a body as UTF-8 up to `maxBytes`. `end` reports a lost connection. Rejects on cancellation. */
export async function readResponseText(response: SendResponse, maxBytes = maxResponseBytes): Promise<ResponseText> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  try {
    for await (const chunk of response.body) {
      byteLength += chunk.byteLength;
      if (byteLength > maxBytes) return { text: decodeChunks(chunks), end: 'too-large' };
      chunks.push(chunk);
    }
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error;
    return { text: decodeChunks(chunks), end: 'cut', error };
  }
  return { text: decodeChunks(chunks), end: 'whole' };
}

function decodeChunks(chunks: readonly Uint8Array[]): string {
  const [first] = chunks;
  if (first === undefined) return '';
  const bytes =
    chunks.length === 1 ? Buffer.from(first.buffer, first.byteOffset, first.byteLength) : Buffer.concat(chunks);
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
