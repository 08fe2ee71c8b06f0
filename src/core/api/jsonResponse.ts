import { ConnectionError, type ResponseProblem, UnexpectedResponseError } from './errors.ts';
import { isJsonObject } from './jsonObject.ts';
import { requestTarget } from './requestTarget.ts';
import { readResponseText } from './responseText.ts';
import type { SendRequest, SendResponse } from './send.ts';
import { readServiceError } from './serviceFailure.ts';

/**
 * Reads an answer whose body is JSON, whatever its media type says: services label JSON as text and text as JSON.
 * @returns the parsed value; `undefined` for a status of success without a body (204, or an empty 200)
 * @throws {ServiceError} on a status outside 200 to 299
 * @throws {UnexpectedResponseError} on a body that is not whole JSON, or is larger than `maxAnswerBytes` (`wrong-shape`)
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

/** The same, for an answer that must be an object. */
export async function readJsonObject(
  request: SendRequest,
  response: SendResponse,
): Promise<Readonly<Record<string, unknown>>> {
  const value = await readJsonResponse(request, response);
  if (value === undefined) throw unexpectedResponse(request, response, 'truncated');
  if (!isJsonObject(value)) throw unexpectedResponse(request, response, 'wrong-shape');
  return value;
}

/** The error for an answer that is not what the interface promises. */
export function unexpectedResponse(
  request: SendRequest,
  response: SendResponse,
  problem: ResponseProblem,
  options?: ErrorOptions,
): UnexpectedResponseError {
  const facts = { status: response.status, problem, contentType: response.header('content-type') };
  return new UnexpectedResponseError({ ...requestTarget(request.url), ...facts }, options);
}

/** Whether a body broke off, as against somebody giving up on it. */
function isConnectionError(error: unknown): boolean {
  return error instanceof ConnectionError;
}

function problemOf(text: string, contentType: string | undefined): ResponseProblem {
  const trimmed = text.trimStart();
  if (trimmed.startsWith('<') || /\bhtml\b/i.test(contentType ?? '')) return 'html';
  return /^[[{]/.test(trimmed) && endsInside(trimmed) ? 'truncated' : 'not-json';
}

/** Whether a text that begins as JSON ends before its outermost bracket is closed. */
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
