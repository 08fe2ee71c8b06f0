import type { SQLInputValue } from 'node:sqlite';
import * as v from 'valibot';
import type { ItemList } from '../../../core/api/resources.ts';
import type { Database } from '../store/database.ts';
import type { Tables } from '../store/documents.ts';
import { badRequest } from './errors.ts';
import type { RequestContext } from './request.ts';

/** The columns by which each list is sorted: the second one where the first is equal. Two lists begin with the newest. */
const orders = {
  people: ['sortName', 'id', '>', 'ASC'],
  rooms: ['lastActivity', 'id', '<', 'DESC'],
  memberships: ['created', 'id', '>', 'ASC'],
  messages: ['created', 'seq', '<', 'DESC'],
} as const;

type ListedTable = keyof typeof orders;

interface Listing<Table extends ListedTable> {
  readonly table: Table;
  /** After WHERE; more conditions can be appended with AND. */
  readonly condition: string;
  readonly values: readonly SQLInputValue[];
  /** A `before` that filters the list. Every page repeats it. */
  readonly before?: string | undefined;
}

const maxPageSize = 1000;
const sortable = v.union([v.string(), v.number()]);
/** The table, and the position of an item in its list. */
const cursor = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64url').toString()),
  v.parseJson(),
  v.strictTuple([v.string(), sortable, sortable]),
);

/**
 * The response with the page that `max` and `after` request. A `max` above the maximum is reduced to it [A31]. By default
 * the `Link` header is one absolute `<URL>; rel="next"`, if there is a next page.
 * @throws {ApiError} 400 for a `max` that is not a positive integer, and for unknown cursors
 */
export function answerList<Table extends ListedTable>(
  c: RequestContext,
  database: Database,
  listing: Listing<Table>,
  itemOf: (document: Tables[Table]) => unknown,
): Response {
  const { table, condition, values, before } = listing;
  const query = new URL(c.req.url).searchParams;
  const max = query.get('max') ?? '';
  if (max !== '' && !/^0*[1-9]\d*$/.test(max)) throw badRequest('“max” must be a whole number above 0.');
  if (before === undefined && query.get('before')) throw badRequest('“before” is no time or item of this list.');
  // The service API specifies no size of a page without `max` [N7].
  const size = max === '' ? (table === 'messages' ? 50 : 100) : Math.min(Number(max), maxPageSize);
  const after = readCursor(query, table);
  const [sort, id, beyond, direction] = orders[table];
  const sql = `SELECT doc, ${sort} AS page_sort, ${id} AS page_id FROM ${table}
    WHERE ${condition} ${after.length === 0 ? '' : `AND (${sort}, ${id}) ${beyond} (?, ?)`}
    ORDER BY ${sort} ${direction}, ${id} ${direction} LIMIT ?`;
  const rows = database.rows(sql, ...values, ...after, size + 1);
  const last = rows[size - 1];
  const link = (position?: readonly unknown[]) => pageUrl(c.req.url, { max: size, before, position });
  const next = rows.length > size && last ? link([table, last.page_sort, last.page_id]) : undefined;
  c.set('pageLinks', { first: link(), next });
  const items = rows.slice(0, size).map(({ doc }) => itemOf(JSON.parse(String(doc)) as Tables[Table]));
  const body: ItemList<unknown> = { items };
  return Response.json(body, next === undefined ? {} : { headers: { link: `<${next}>; rel="next"` } });
}

/** The URL of another page [A30]: the original query with `max`, `before` and `after`. */
function pageUrl(
  requestUrl: string,
  page: { max: number; before: string | undefined; position: readonly unknown[] | undefined },
): string {
  const url = new URL(requestUrl);
  for (const name of ['max', 'before', 'after']) url.searchParams.delete(name);
  const query = url.searchParams.toString();
  const after = page.position && Buffer.from(JSON.stringify(page.position)).toString('base64url');
  const parts = [
    `max=${page.max}`,
    // The service writes the unused parameter without a value.
    page.before === undefined ? 'before' : `before=${encodeURIComponent(page.before)}`,
    after === undefined ? 'after' : `after=${after}`,
  ];
  return `${url.origin}${url.pathname}?${[...(query === '' ? [] : [query]), ...parts].join('&')}`;
}

/** The position that `after` names; empty when it is missing or has no value. */
function readCursor(query: URLSearchParams, table: string): (string | number)[] {
  const text = query.get('after') ?? '';
  if (text === '') return [];
  const { success, output } = v.safeParse(cursor, text);
  if (success && output[0] === table) return output.slice(1);
  throw badRequest('“after” is not a cursor of this list. Follow the Link header as given.');
}
