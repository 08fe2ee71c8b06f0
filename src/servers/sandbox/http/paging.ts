import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { ItemList } from '../../../core/api/resources.ts';
import { selectAll } from '../db/database.ts';
import { badRequest } from './errors.ts';
import type { RequestContext } from './request.ts';

/** The parameters that a page URL adds to the original query [A30]. */
export interface PageParameters {
  readonly max: number;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** The URL of another page: the original query with `max`, `before` and `after`. */
function pageUrl(requestUrl: string, parameters: PageParameters): string {
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

/** The page sizes of an endpoint. The service API specifies none [N7]. */
export interface PageSizes {
  readonly standard: number;
  readonly maximum: number;
}

/** The position of an item in its list: its sort value and its identifier. */
type Position = readonly [sort: string | number, id: string | number];

/** The requested page. */
export interface PageRequest {
  readonly list: string;
  readonly max: number;
  readonly after: Position | undefined;
  readonly before: Position | undefined;
  /** A `before` that is not a cursor but a filter. Every page repeats it. */
  readonly keptBefore?: string;
}

/** A list as a database query. Rows have `page_sort` and `page_id`. */
export interface Listing {
  /** `SELECT … FROM … WHERE …`; more conditions can be appended with AND. */
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
  /** The expressions behind `page_sort` and `page_id`. */
  readonly order: readonly [sort: string, id: string];
  readonly isDescending: boolean;
}

/** The columns of every row of a list. */
export interface PagedRow {
  readonly page_sort: string | number;
  readonly page_id: string | number;
}

/** One page, and whether there are others. */
export interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

/**
 * Reads `max`, `before` and `after`. A cursor without a value counts as absent. A `max` above the maximum of the endpoint
 * is reduced to it [A31]. Rejects anything that is not a positive integer, and unknown cursors, with 400.
 */
export function readPageRequest(query: URLSearchParams, list: string, sizes: PageSizes): PageRequest {
  const max = query.get('max') ?? '';
  if (max !== '' && !/^0*[1-9]\d*$/.test(max)) throw badRequest('“max” must be a whole number above 0.');
  return {
    list,
    max: max === '' ? sizes.standard : Math.min(Number(max), sizes.maximum),
    after: readCursor(query, 'after', list),
    before: readCursor(query, 'before', list),
  };
}

/** Selects the rows of one page, in the order of the list. */
export function selectPage<Row extends PagedRow>(
  database: DatabaseSync,
  listing: Listing,
  page: PageRequest,
): PageOfRows<Row> {
  // A page with only `before` ends there, so it is read from its end.
  const isBackward = page.before !== undefined && page.after === undefined;
  const isDown = listing.isDescending !== isBackward;
  const [sort, id] = listing.order;
  const beyond = listing.isDescending ? '<' : '>';
  const short = listing.isDescending ? '>' : '<';
  const conditions = [
    ...(page.after ? [`(${sort}, ${id}) ${beyond} (?, ?)`] : []),
    ...(page.before ? [`(${sort}, ${id}) ${short} (?, ?)`] : []),
  ];
  const direction = isDown ? 'DESC' : 'ASC';
  const sql = [listing.sql, ...conditions].join(' AND ');
  const found = selectAll<Row>(
    database,
    `${sql} ORDER BY ${sort} ${direction}, ${id} ${direction} LIMIT ?`,
    ...listing.values,
    ...(page.after ?? []),
    ...(page.before ?? []),
    page.max + 1,
  );
  const hasMore = found.length > page.max;
  const rows = found.slice(0, page.max);
  if (isBackward) return { rows: rows.reverse(), hasNext: true, hasPrevious: hasMore };
  return { rows, hasNext: hasMore, hasPrevious: page.after !== undefined };
}

/** The response with a page. By default the `Link` header is one absolute `<URL>; rel="next"`, if there is a next page. */
export function answerPage<Row extends PagedRow, Item>(
  c: RequestContext,
  page: PageRequest,
  found: PageOfRows<Row>,
  itemOf: (row: Row) => Item,
): Response {
  const link = (cursors: { before?: string; after?: string }) =>
    pageUrl(c.req.url, { max: page.max, before: page.keptBefore, ...cursors });
  const last = found.rows.at(-1);
  const first = found.rows[0];
  const next = found.hasNext && last ? link({ after: writeCursor(page.list, last) }) : undefined;
  const prev = found.hasPrevious && first ? link({ before: writeCursor(page.list, first) }) : undefined;
  c.set('pageLinks', { first: link({}), next, prev });
  const body: ItemList<Item> = { items: found.rows.map(itemOf) };
  return Response.json(body, next === undefined ? {} : { headers: { link: `<${next}>; rel="next"` } });
}

function writeCursor(list: string, row: PagedRow): string {
  return Buffer.from(JSON.stringify([list, row.page_sort, row.page_id])).toString('base64url');
}

function readCursor(query: URLSearchParams, name: 'before' | 'after', list: string): Position | undefined {
  const text = query.get(name) ?? '';
  if (text === '') return undefined;
  const position = parseCursor(text, list);
  if (position === undefined)
    throw badRequest(`“${name}” is not a cursor of this list. Follow the Link header as given.`);
  return position;
}

function parseCursor(text: string, list: string): Position | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(value) || value.length !== 3 || value[0] !== list) return undefined;
  const [, sort, id] = value as unknown[];
  return isSortable(sort) && isSortable(id) ? [sort, id] : undefined;
}

function isSortable(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
