import { fieldsOf } from '../base/json.ts';
import { isMissing, PagingError } from './errors.ts';
import { readJsonObject, unexpectedResponse } from './jsonResponse.ts';
import { discardBody } from './releaseBody.ts';
import type { Send, SendRequest } from './send.ts';

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The service named a next page [A30]. */
  readonly hasNext: boolean;
  /** The service sent no list at all. That shows nothing about what there is. */
  readonly isBlank?: boolean;
  /** The service's time from the `Date` header (whole seconds), in milliseconds since the epoch [X22]. */
  readonly serverTimeMs?: number;
}

/** A service that filters a list may have nothing to show of some pages. */
const maxPagesWithoutItems = 50;

/** A list, page by page. It can be continued later, or closed at any time. */
export type Pages<T> = AsyncGenerator<Page<T>, void, void>;

interface ListSource<T> {
  readonly send: Send;
  readonly firstUrl: string;
  readonly parseItem: (value: unknown) => T;
}

/**
 * Reads a list page by page, each on demand [A28]. If a next page is not followed, `PagingError` is thrown after the
 * page that named it was returned. Each item is returned once, and `null` is none. A list whose pages go on without new
 * items ends in that error, too.
 */
export async function* listPages<T>({ send, firstUrl, parseItem }: ListSource<T>, signal?: AbortSignal): Pages<T> {
  const visited = new Set<string>();
  const ids = new Set<string>();
  let pagesWithoutItems = 0;
  let url: string | undefined = firstUrl;
  while (url !== undefined) {
    visited.add(identity(new URL(url)));
    const request: SendRequest = { method: 'GET', url, headers: { accept: 'application/json' } };
    const response = await send(request, signal);
    // 204 is a success without a body, and some services write null for an empty list.
    const isEmpty = response.status === 204;
    if (isEmpty) await discardBody(response);
    const given = isEmpty ? null : (await readJsonObject(request, response)).items;
    if (given !== null && !Array.isArray(given)) throw unexpectedResponse(request, response, 'wrong-shape');
    const items: readonly unknown[] = (given ?? []).filter((item) => isNew(item, ids));
    pagesWithoutItems = items.length === 0 ? pagesWithoutItems + 1 : 0;
    const next = nextTarget(response.header('link'));
    const serverTimeMs = Date.parse(response.header('date') ?? '');
    yield {
      items: items.map((item) => parseItem(item)),
      hasNext: next !== undefined,
      ...(given === null && { isBlank: true }),
      ...(!Number.isNaN(serverTimeMs) && { serverTimeMs }),
    };
    if (next !== undefined && pagesWithoutItems > maxPagesWithoutItems)
      throw new PagingError(new URL(url).host, 'loop');
    url = next === undefined ? undefined : nextUrl(next, url, visited);
  }
}

/**
 * The pages that there are: a later one is missing where the item that it begins with was deleted meanwhile. The web page of
 * a gateway says nothing of the list, and is an error.
 */
export async function* existingPages<T>(pages: Pages<T>): Pages<T> {
  let count = 0;
  try {
    for await (const page of pages) {
      yield page;
      count += 1;
    }
  } catch (error) {
    if (count === 0 || !isMissing(error) || error.isWebPage) throw error;
  }
}

/** Whether there is an item that the list did not have before: one that moves between two pages meanwhile is in both. */
function isNew(item: unknown, ids: Set<string>): boolean {
  const { id } = fieldsOf(item);
  if (typeof id !== 'string' || id === '') return item !== null;
  return ids.size < ids.add(id).size;
}

function nextUrl(target: string | null, current: string, visited: ReadonlySet<string>): string {
  const { origin, host, hostname } = new URL(current);
  const parsed = target === null ? null : URL.parse(target, current);
  if (target === null || parsed === null || parsed.username !== '' || parsed.password !== '') {
    throw new PagingError(host, 'malformed');
  }
  // A service behind a proxy that ends TLS may not know its own scheme and port.
  if (parsed.hostname !== hostname) throw new PagingError(host, 'foreign-origin');
  const next = new URL(`${origin}${parsed.pathname}${parsed.search}`);
  if (visited.has(identity(next))) throw new PagingError(host, 'loop');
  if (parsed.origin !== origin) return next.href;
  // An absolute URL is sent as written, because unusual forms can have a meaning for the service.
  return /^https?:\/\//i.test(target) ? target : parsed.href;
}

/** URLs that differ only in spelling are the same page. */
function identity({ href, hash }: URL): string {
  return hash === '' ? href : href.slice(0, -hash.length);
}

// The links of a header and the parts of a link. `<…>` and `"…"` hide commas and semicolons.
const linkForm = /(?:<[^>]*>?|"(?:[^"\\]|\\.)*"?|[^<",])+/gs;
const partForm = /(?:<[^>]*>?|"(?:[^"\\]|\\.)*"?|[^<";])+/gs;
const parameterForm = /^([^\s=";<>]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s"]*)))?$/s;

/**
 * The target of `rel="next"` in a `Link` header (RFC 8288 section 3, before it RFC 5988) as written; it may be relative.
 * A link with an `anchor` does not concern this page and is skipped (section 3.2).
 * @returns `undefined` if there is no next page; `null` if an unreadable part may name one, because treating that as the
 * end would truncate the list silently
 */
export function nextTarget(header = ''): string | null | undefined {
  let isComplete = true;
  for (const link of header.match(linkForm) ?? []) {
    if (link.trim() === '') continue;
    const [first = '', ...others] = link.match(partForm) ?? [];
    const [, target] = /^<([^>]*)>$/.exec(first.trim()) ?? [];
    const parameters = others.map((part) => parameterForm.exec(part.trim()));
    if (target !== undefined && isNext(parameters)) return target.trim();
    isComplete &&= target !== undefined && !parameters.includes(null);
  }
  return isComplete ? undefined : null;
}

function isNext(parameters: readonly (RegExpExecArray | null)[]): boolean {
  const named = (wanted: string) => parameters.find((each) => each?.[1]?.toLowerCase() === wanted);
  // Only the first `rel` counts (section 3.3). It can name several relations. Some services write it in single quotes.
  const [, , quoted, plain = ''] = named('rel') ?? [];
  const relations = (quoted?.replace(/\\(.)/g, '$1') ?? plain.replaceAll("'", '')).toLowerCase().split(/\s+/);
  return relations.includes('next') && named('anchor') === undefined;
}
