import { ConnectionError, type ResponseProblem, UnexpectedResponseError } from './errors.ts';
import { isJsonObject } from './jsonObject.ts';
import { requestTarget } from './requestTarget.ts';
import { readResponseText } from './responseText.ts';
import type { SendRequest, SendResponse } from './send.ts';
import { readServiceError } from './serviceFailure.ts';

/**
 * Reads a response with a JSON body, whatever its media type: services label JSON as text and text as JSON.
 * @returns the parsed value; `undefined` for a 2xx status without a body (204, or an empty 200)
 * @throws {ServiceError} for a status outside 200 to 299
 * @throws {UnexpectedResponseError} if the body is not complete JSON, or larger than `maxResponseBytes` (`wrong-shape`)
 */
export async function readJsonResponse(request: SendRequest, response: SendResponse): Promise<unknown> {
  if (response.status < 200 || response.status > 299) throw await readServiceError(request, response);
  const { text, end, error } = await readResponseText(response, isConnectionError);
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
  const facts = { status: response.status, problem, contentType: response.header('content-type') };
  return new UnexpectedResponseError({ ...requestTarget(request.url), ...facts }, options);
}

/** Whether the connection was lost, as opposed to a cancellation. */
function isConnectionError(error: unknown): boolean {
  return error instanceof ConnectionError;
}

function problemOf(text: string, contentType: string | undefined): ResponseProblem {
  const trimmed = text.trimStart();
  if (trimmed.startsWith('<') || /\bhtml\b/i.test(contentType ?? '')) return 'html';
  return /^[[{]/.test(trimmed) && endsInside(trimmed) ? 'truncated' : 'not-json';
}

/** Whether a JSON text ends before its outermost bracket is closed. */
function endsInside(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth === 0 && !isInString) return false;
  }
  return true;
}
