import { PagingError } from './errors.ts';
import { readJsonObject, unexpectedResponse } from './jsonResponse.ts';
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
 * Reads a list a page at a time, each asked for only when it is wanted [A28].
 * A next page that is not followed is told by `PagingError` after the page that named it was given out.
 */
export async function* listPages<T>({ send, firstUrl, parseItem }: ListSource<T>, signal?: AbortSignal): Pages<T> {
  const visited = new Set<string>();
  let place: PageAddress | undefined = { url: firstUrl, parsed: new URL(firstUrl) };
  while (place !== undefined) {
    visited.add(identity(place.parsed));
    const request: SendRequest = { method: 'GET', url: place.url, headers: { accept: 'application/json' } };
    const response = await send(request, signal);
    const { items } = await readJsonObject(request, response);
    if (!Array.isArray(items)) throw unexpectedResponse(request, response, 'wrong-shape');
    const next = nextTarget(response.header('link'));
    const serverTimeMs = Date.parse(response.header('date') ?? '');
    yield {
      items: items.map((item) => parseItem(item)),
      hasNext: next !== undefined,
      ...(!Number.isNaN(serverTimeMs) && { serverTimeMs }),
    };
    place = next === undefined ? undefined : nextPageAddress(next, place.parsed, visited);
  }
}

/** The address of a page, as it is sent and as it is compared. */
interface PageAddress {
  readonly url: string;
  readonly parsed: URL;
}

function nextPageAddress(
  next: { readonly target: string } | 'malformed',
  current: URL,
  visited: Set<string>,
): PageAddress {
  const { origin, host } = current;
  const isAbsolute = next !== 'malformed' && /^https?:\/\//i.test(next.target);
  const parsed = next === 'malformed' ? null : URL.parse(next.target, isAbsolute ? undefined : current.href);
  if (next === 'malformed' || parsed === null || parsed.username !== '' || parsed.password !== '') {
    throw new PagingError(host, 'malformed');
  }
  if (parsed.origin !== origin) throw new PagingError(host, 'foreign-origin');
  if (visited.has(identity(parsed))) throw new PagingError(host, 'loop');
  // As given: an absolute address is not written anew, because its odd forms can mean something to the service.
  return { url: isAbsolute ? next.target : parsed.href, parsed };
}

/** Two spellings of one address are one page. */
function identity({ href, hash }: URL): string {
  return hash === '' ? href : href.slice(0, -hash.length);
}
