import { PagingError } from './errors.ts';
import { readJsonObject, unexpectedAnswer } from './jsonAnswer.ts';
import { nextTarget } from './linkHeader.ts';
import type { Pages } from './pages.ts';
import type { Send, SendRequest } from './send.ts';

/** Where a list starts and how its items are read. */
export interface ListSource<T> {
  readonly send: Send;
  readonly firstUrl: string;
  readonly parseItem: (value: unknown) => T;
}

/**
 * Reads a list a page at a time, each asked for only when it is wanted ("Pagination").
 * A next page that is not followed is told by `PagingError` after the page that named it was given out.
 */
export async function* listPages<T>({ send, firstUrl, parseItem }: ListSource<T>, signal?: AbortSignal): Pages<T> {
  const visited = new Set<string>();
  let url: string | undefined = firstUrl;
  while (url !== undefined) {
    visited.add(identity(url));
    const request: SendRequest = { method: 'GET', url, headers: { accept: 'application/json' } };
    const response = await send(request, signal);
    const { items } = await readJsonObject(request, response);
    if (!Array.isArray(items)) throw unexpectedAnswer(request, response, 'wrong-shape');
    const next = nextTarget(response.header('link'));
    yield { items: items.map((item) => parseItem(item)), hasNext: next !== undefined };
    url = next === undefined ? undefined : nextUrl(next, url, visited);
  }
}

function nextUrl(next: { readonly target: string } | 'malformed', current: string, visited: Set<string>): string {
  const { origin, host } = new URL(current);
  const resolved = next === 'malformed' ? null : URL.parse(next.target, current);
  if (next === 'malformed' || resolved === null || resolved.username !== '' || resolved.password !== '') {
    throw new PagingError(host, 'malformed');
  }
  if (resolved.origin !== origin) throw new PagingError(host, 'foreign-origin');
  if (visited.has(identity(resolved.href))) throw new PagingError(host, 'loop');
  // As given: an absolute address is not written anew, because its odd forms can mean something to the service.
  return /^https?:\/\//i.test(next.target) ? next.target : resolved.href;
}

/** Two spellings of one address are one page. */
function identity(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}
