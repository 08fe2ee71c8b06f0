import { PagingError } from './errors.ts';
import { readJsonObject, unexpectedResponse } from './jsonResponse.ts';
import { discardBody } from './releaseBody.ts';
import type { Send, SendRequest } from './send.ts';

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The service named a next page [A30]. */
  readonly hasNext: boolean;
  /** The service's time from the `Date` header (whole seconds), in milliseconds since the epoch. */
  readonly serverTimeMs?: number;
}

/** A list, page by page. It can be continued later, or closed at any time. */
export type Pages<T> = AsyncGenerator<Page<T>, void, void>;

/** The start of a list, and the parser of its items. */
interface ListSource<T> {
  readonly send: Send;
  readonly firstUrl: string;
  readonly parseItem: (value: unknown) => T;
}

/**
 * Reads a list page by page, each on demand [A28]. If a next page is not followed, `PagingError` is thrown after the
 * page that named it was returned.
 */
export async function* listPages<T>({ send, firstUrl, parseItem }: ListSource<T>, signal?: AbortSignal): Pages<T> {
  const visited = new Set<string>();
  let place: PageAddress | undefined = { url: firstUrl, parsed: new URL(firstUrl) };
  while (place !== undefined) {
    visited.add(identity(place.parsed));
    const request: SendRequest = { method: 'GET', url: place.url, headers: { accept: 'application/json' } };
    const response = await send(request, signal);
    // 204 is a success without a body: there are no items.
    const isEmpty = response.status === 204;
    if (isEmpty) await discardBody(response);
    const { items } = isEmpty ? { items: [] } : await readJsonObject(request, response);
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

/** The URL of a page, as sent and as parsed for comparison. */
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
  const parsed = next === 'malformed' ? null : URL.parse(next.target, current.href);
  if (next === 'malformed' || parsed === null || parsed.username !== '' || parsed.password !== '') {
    throw new PagingError(host, 'malformed');
  }
  if (parsed.origin !== origin) throw new PagingError(host, 'foreign-origin');
  if (visited.has(identity(parsed))) throw new PagingError(host, 'loop');
  // An absolute URL is sent as written, because unusual forms can have a meaning for the service.
  return { url: /^https?:\/\//i.test(next.target) ? next.target : parsed.href, parsed };
}

/** URLs that differ only in spelling are the same page. */
function identity({ href, hash }: URL): string {
  return hash === '' ? href : href.slice(0, -hash.length);
}

/** One link of a `Link` header (RFC 8288 section 3, before it RFC 5988). */
export interface Link {
  /** As written; may be relative. */
  readonly target: string;
  /** Relation types in lower case. One `rel` can name several. */
  readonly relations: readonly string[];
  /** The link describes another resource than the requested one (section 3.2). */
  readonly hasAnchor: boolean;
}

interface ParsedLinks {
  readonly links: readonly Link[];
  /** False if a part of the header could not be parsed. Then a link may be missing. */
  readonly isComplete: boolean;
}

/** Parses a `Link` header leniently (RFC 8288, appendix B.2). Never throws. */
export function parseLinkHeader(header: string): ParsedLinks {
  const links: Link[] = [];
  let isComplete = true;
  let rest = header;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    if (rest === '') return { links, isComplete };
    const [whole, target] = /^<([^>]*)>/.exec(rest) ?? [];
    if (whole === undefined || target === undefined) {
      // Skips to the probable next link, so that one bad entry does not hide the others.
      isComplete = false;
      const next = rest.search(/,\s*</);
      rest = next === -1 ? '' : rest.slice(next);
      continue;
    }
    const parameters = readParameters(rest.slice(whole.length));
    const { relations, hasAnchor } = parameters;
    links.push({ target: target.trim(), relations, hasAnchor });
    isComplete &&= parameters.isComplete;
    rest = parameters.rest;
  }
}

const parameter = /^\s*;\s*([^\s=;,"<>]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?\s*/;

interface LinkParameters {
  readonly relations: readonly string[];
  readonly hasAnchor: boolean;
  readonly isComplete: boolean;
  readonly rest: string;
}

function readParameters(text: string): LinkParameters {
  let relations: readonly string[] | undefined;
  let hasAnchor = false;
  let rest = text;
  for (let match = parameter.exec(rest); match !== null; match = parameter.exec(rest)) {
    const [whole, name = '', quoted, plain] = match;
    // RFC 8288 section 3.3: only the first `rel` counts.
    if (name.toLowerCase() === 'rel') relations ??= relationsOf(quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
    if (name.toLowerCase() === 'anchor') hasAnchor = true;
    rest = rest.slice(whole.length);
  }
  const end = /^\s*(,|$)/.exec(rest);
  if (end !== null) return { relations: relations ?? [], hasAnchor, isComplete: true, rest };
  const next = rest.search(/,\s*</);
  return { relations: relations ?? [], hasAnchor, isComplete: false, rest: next === -1 ? '' : rest.slice(next) };
}

function relationsOf(value: string): readonly string[] {
  return value.toLowerCase().split(/\s+/);
}

/**
 * The target of `rel="next"` as written. A link with an `anchor` does not concern this page and is skipped.
 * @returns `undefined` if there is no next page; `'malformed'` if an unreadable part may name one, because treating
 * that as the end would truncate the list silently
 */
export function nextTarget(header: string | undefined): { readonly target: string } | 'malformed' | undefined {
  if (header === undefined) return undefined;
  const { links, isComplete } = parseLinkHeader(header);
  const next = links.find((link) => link.relations.includes('next') && !link.hasAnchor);
  if (next !== undefined) return { target: next.target };
  return isComplete ? undefined : 'malformed';
}
