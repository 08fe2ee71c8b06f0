import type { Send, SendResponse } from '../../../core/api/send.ts';
import type { SandboxContext } from '../http/context.ts';
import { ApiError, badRequest } from '../http/errors.ts';
import { maxFileBytes, TooManyBytesError } from '../store/contentDisk.ts';
import type { NewFile } from '../store/documents.ts';
import { cleanFileName, mediaTypeOfFile } from './newMessage.ts';

const maxRedirects = 5;
const timeoutMs = 30_000;

/**
 * Fetches and stores the public file of a message. An error in the URL itself is 400; an upstream that fails or does not
 * respond is 502.
 */
export async function fetchRemoteFile(
  { contents, options: { fetchRemote: send } }: SandboxContext,
  url: URL,
): Promise<NewFile> {
  if (send === undefined) throw new ApiError(502, 'This sandbox was started without a way to fetch remote files.');
  const timeout = AbortSignal.timeout(timeoutMs);
  const given = new AbortController();
  try {
    const { response, finalUrl } = await follow(send, url, AbortSignal.any([timeout, given.signal]));
    const length = Number(response.header('content-length') ?? '0');
    if (length > maxFileBytes) throw new TooManyBytesError();
    const bytes = await contents.store(response.body);
    const name = cleanFileName(nameOf(response, finalUrl));
    return { ...bytes, name, mediaType: mediaTypeOfFile(name, response.header('content-type')) };
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof TooManyBytesError) {
      throw badRequest(`The file at ${url.host} is larger than 100 MB (${maxFileBytes} bytes).`);
    }
    const reason = timeout.aborted ? `no whole answer within ${timeoutMs} ms` : reasonOf(error);
    throw new ApiError(502, `The file at ${url.host} could not be fetched: ${reason}.`);
  } finally {
    // Releases the bodies of redirects, and one that was not read completely. Does nothing after a complete one.
    given.abort();
  }
}

async function follow(send: Send, url: URL, signal: AbortSignal): Promise<{ response: SendResponse; finalUrl: URL }> {
  let current = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await send({ method: 'GET', url: current.href, headers: { accept: '*/*' } }, signal);
    if (response.status === 200) return { response, finalUrl: current };
    const location = response.header('location');
    if (response.status < 300 || response.status > 399 || location === undefined)
      throw refusal(current, response.status);
    const next = URL.parse(location, current.href);
    if (next === null || (next.protocol !== 'http:' && next.protocol !== 'https:')) {
      throw badRequest(`The file at ${current.host} redirects to an address that is neither http nor https.`);
    }
    current = next;
  }
  throw badRequest(`The file at ${url.host} redirects more than ${maxRedirects} times.`);
}

function refusal(url: URL, status: number): ApiError {
  const message = `The file at ${url.host} could not be fetched: it answered with status ${status}.`;
  return new ApiError(status >= 500 ? 502 : 400, message);
}

function nameOf(response: SendResponse, url: URL): string {
  const disposition = response.header('content-disposition') ?? '';
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1');
  const bare = /filename\s*=\s*([^";\s]+)/i.exec(disposition)?.[1];
  const lastSegment = url.pathname.split('/').findLast((segment) => segment !== '');
  return decode(extended) ?? quoted ?? bare ?? decode(lastSegment) ?? 'file';
}

function decode(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
