import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import * as v from 'valibot';
import type { ItemList } from '../../core/api/resources.ts';
import { selectAll } from './database.ts';
import { badRequest } from './errors.ts';
import type { RequestContext } from './request.ts';

/** A list as a database query. */
export interface Listing {
  /** The name of the list, in its cursors. */
  readonly name: string;
  /** After SELECT. */
  readonly columns: string;
  /** `FROM … WHERE …`; more conditions can be appended with AND. */
  readonly from: string;
  readonly values: readonly SQLInputValue[];
  /** What the list is sorted by: an expression, and an identifier where it is equal. */
  readonly order: readonly [sort: string, id: string];
  readonly isDescending: boolean;
  /** The size of a page without `max` (default 100). The service API specifies none [N7]. */
  readonly pageSize?: number;
  /** A `before` that is not a cursor but a filter. Every page repeats it. */
  readonly keptBefore?: string | undefined;
}

const maxPageSize = 1000;
const sortable = v.union([v.string(), v.number()]);
const cursor = v.strictTuple([v.string(), sortable, sortable]);

/** The position of an item in its list: its sort value and its identifier. */
type Position = readonly [sort: string | number, id: string | number];

type PagedRow<Row> = Row & { readonly page_sort: string | number; readonly page_id: string | number };

/** The requested page. */
interface PageRequest {
  readonly max: number;
  readonly after: Position | undefined;
  readonly before: Position | undefined;
}

/**
 * The response with the page that `max`, `before` and `after` request. By default the `Link` header is one absolute
 * `<URL>; rel="next"`, if there is a next page.
 */
export function answerList<Row>(
  c: RequestContext,
  database: DatabaseSync,
  listing: Listing,
  itemOf: (row: Row) => unknown,
): Response {
  const page = readPageRequest(c.req.url, listing);
  const { rows, hasNext, hasPrevious } = selectPage<Row>(database, listing, page);
  const link = (cursors: { before?: string; after?: string }) =>
    pageUrl(c.req.url, { max: page.max, before: listing.keptBefore, ...cursors });
  const cursorOf = ({ page_sort, page_id }: PagedRow<Row>) =>
    Buffer.from(JSON.stringify([listing.name, page_sort, page_id])).toString('base64url');
  const [first, last] = [rows[0], rows.at(-1)];
  const next = hasNext && last ? link({ after: cursorOf(last) }) : undefined;
  const prev = hasPrevious && first ? link({ before: cursorOf(first) }) : undefined;
  c.set('pageLinks', { first: link({}), next, prev });
  const body: ItemList<unknown> = { items: rows.map(itemOf) };
  return Response.json(body, next === undefined ? {} : { headers: { link: `<${next}>; rel="next"` } });
}

/** The URL of another page [A30]: the original query with `max`, `before` and `after`. */
function pageUrl(
  requestUrl: string,
  parameters: { max: number; before?: string | undefined; after?: string | undefined },
): string {
  const url = new URL(requestUrl);
  for (const name of ['max', 'before', 'after']) url.searchParams.delete(name);
  const query = url.searchParams.toString();
  const page = [
    `max=${parameters.max}`,
    // The service writes the unused parameter without a value.
    parameters.before === undefined ? 'before' : `before=${encodeURIComponent(parameters.before)}`,
    parameters.after === undefined ? 'after' : `after=${encodeURIComponent(parameters.after)}`,
  ];
  return `${url.origin}${url.pathname}?${[...(query === '' ? [] : [query]), ...page].join('&')}`;
}

/**
 * Reads `max`, `before` and `after`. A cursor without a value counts as absent. A `max` above the maximum is reduced to it
 * [A31]. Rejects anything that is not a positive integer, and unknown cursors, with 400.
 */
function readPageRequest(requestUrl: string, { name, pageSize = 100, keptBefore }: Listing): PageRequest {
  const query = new URL(requestUrl).searchParams;
  const max = query.get('max') ?? '';
  if (max !== '' && !/^0*[1-9]\d*$/.test(max)) throw badRequest('“max” must be a whole number above 0.');
  return {
    max: max === '' ? pageSize : Math.min(Number(max), maxPageSize),
    after: readCursor(query, 'after', name),
    before: keptBefore === undefined ? readCursor(query, 'before', name) : undefined,
  };
}

/** Selects the rows of one page, in the order of the list. */
function selectPage<Row>(database: DatabaseSync, listing: Listing, { max, after, before }: PageRequest) {
  // A page with only `before` ends there, so it is read from its end.
  const isBackward = before !== undefined && after === undefined;
  const [sort, id] = listing.order;
  const [beyond, short] = listing.isDescending ? ['<', '>'] : ['>', '<'];
  const conditions = [
    ...(after ? [`(${sort}, ${id}) ${beyond} (?, ?)`] : []),
    ...(before ? [`(${sort}, ${id}) ${short} (?, ?)`] : []),
  ];
  const direction = listing.isDescending !== isBackward ? 'DESC' : 'ASC';
  const sql = `SELECT ${listing.columns}, ${sort} AS page_sort, ${id} AS page_id ${[listing.from, ...conditions].join(' AND ')}
    ORDER BY ${sort} ${direction}, ${id} ${direction} LIMIT ?`;
  const values = [...listing.values, ...(after ?? []), ...(before ?? []), max + 1];
  const found = selectAll<PagedRow<Row>>(database, sql, ...values);
  const hasMore = found.length > max;
  const rows = found.slice(0, max);
  if (isBackward) return { rows: rows.reverse(), hasNext: true, hasPrevious: hasMore };
  return { rows, hasNext: hasMore, hasPrevious: after !== undefined };
}

function readCursor(query: URLSearchParams, parameter: 'before' | 'after', list: string): Position | undefined {
  const text = query.get(parameter) ?? '';
  if (text === '') return undefined;
  const position = parseCursor(text, list);
  if (position !== undefined) return position;
  throw badRequest(`“${parameter}” is not a cursor of this list. Follow the Link header as given.`);
}

function parseCursor(text: string, list: string): Position | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
  const [name, ...position] = v.is(cursor, value) ? value : [];
  return name === list ? (position as unknown as Position) : undefined;
}
