import { ConnectionError, ServiceError } from './errors.ts';
import { isJsonObject, parseJsonObject, stringField } from './jsonObject.ts';
import { requestTarget } from './requestTarget.ts';
import { readResponseText } from './responseText.ts';
import { parseRetryAfter } from './retryAfter.ts';
import type { SendRequest, SendResponse } from './send.ts';

/** Explanations are short. Longer bodies are not read to the end. */
const maxErrorBytes = 64 * 1024;
const maxMessageLength = 1000;

/**
 * Reads a response with an error status. Its body may be `{message, errors: [{description}], trackingId}` [X12], the
 * form of RFC 6749 section 5.2 [X11], plain text, a web page, empty, or broken.
 */
export async function readServiceError(request: SendRequest, response: SendResponse): Promise<ServiceError> {
  const { text } = await readResponseText(response, (error) => error instanceof ConnectionError, maxErrorBytes);
  const body = parseJsonObject(text);
  const dateMs = Date.parse(response.header('date') ?? '');
  return new ServiceError({
    status: response.status,
    method: request.method,
    path: requestTarget(request.url).path,
    serviceMessage: oneLine(body ? messageOf(body) : plainMessage(text)),
    trackingId: (body && stringField(body, 'trackingId')) ?? response.header('trackingid'),
    retryAfterMs: parseRetryAfter(response.header('retry-after'), Number.isNaN(dateMs) ? Date.now() : dateMs),
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

function plainMessage(text: string): string | undefined {
  return isWebPage(text) ? undefined : text;
}

function isWebPage(text: string): boolean {
  return text.trimStart().startsWith('<');
}

/** One line of limited length without control and bidi characters; `undefined` if empty. */
function oneLine(message: string | undefined): string | undefined {
  const line = message?.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim() ?? '';
  return line === '' ? undefined : line.slice(0, maxMessageLength);
}
