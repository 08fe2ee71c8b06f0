import * as zlib from 'node:zlib';
import type { SendRequest } from '../../../../src/core/api/send.ts';

/** What the sandbox answers. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What an alteration may remember, and the clock of the service. */
export interface Memory {
  readonly nowMs: number;
  readonly counts: Map<string, number>;
  readonly lastItems: Map<string, unknown>;
}

type Alter = (answer: Answer, request: SendRequest, memory: Memory) => Answer;

/** One way in which a service, or what stands before it, differs from the sandbox. */
export interface ServiceRow {
  readonly name: string;
  /** Where it was seen. */
  readonly from: string;
  readonly alter: Alter;
  /** The answer of a gateway, for which the service is not asked; `undefined` asks it. */
  readonly instead?: (memory: Memory) => Answer | undefined;
  /** How much the clock of the service is ahead of that of the computer. */
  readonly aheadMs?: number;
  /** Why reading may fail meanwhile; the sentence of docs/service-api.md or of the error. Without it, reading has to work. */
  readonly accepted?: string;
}

type Item = Record<string, unknown>;
const hourMs = 3_600_000;
const pathOf = ({ url }: SendRequest): string => new URL(url).pathname;
const withBody = (answer: Answer, value: unknown): Answer => ({ ...answer, body: Buffer.from(JSON.stringify(value)) });
const isList = (request: SendRequest): boolean => request.method === 'GET' && /\/v1\/\w+$/.test(pathOf(request));
const unaltered: Alter = (answer) => answer;

/** Alters the items of lists; the empty function leaves them. */
function lists(edit: (items: Item[], memory: Memory, path: string) => unknown): Alter {
  return (answer, request, memory) => {
    if (!isList(request) || answer.status !== 200) return answer;
    const { items, ...rest } = JSON.parse(answer.body.toString()) as { items: Item[] };
    return withBody(answer, { ...rest, items: edit(items, memory, pathOf(request)) });
  };
}
const messages = (edit: (message: Item, memory: Memory) => Item): Alter =>
  lists((items, memory, path) => (path.endsWith('/messages') ? items.map((item) => edit(item, memory)) : items));
const posted =
  (edit: (message: Item) => Answer | Item): Alter =>
  (answer, request) => {
    if (request.method !== 'POST' || !pathOf(request).endsWith('/messages') || answer.status !== 200) return answer;
    const edited = edit(JSON.parse(answer.body.toString()) as Item);
    return 'status' in edited ? (edited as Answer) : withBody(answer, edited);
  };
const header =
  (name: string, change: (value: string) => string | undefined): Alter =>
  (answer) => {
    const { [name]: value = '', ...headers } = answer.headers;
    const next = value === '' ? undefined : change(value);
    return { ...answer, headers: next === undefined ? headers : { ...headers, [name]: next } };
  };
const always =
  (status: number, body = ''): Alter =>
  () =>
    answerOf(status, body);
const contents =
  (status: number): Alter =>
  (answer, request, memory) =>
    pathOf(request).includes('/contents/') ? always(status)(answer, request, memory) : answer;
const encoded =
  (coding: string, encode: (body: Buffer) => Buffer): Alter =>
  (answer) => ({ ...answer, headers: { ...answer.headers, 'content-encoding': coding }, body: encode(answer.body) });
const shiftedMs =
  (ms: number, zone = 'Z') =>
  (message: Item): Item => ({
    ...message,
    created: new Date(Date.parse(String(message.created)) + ms).toISOString().replace('Z', zone),
  });
const without =
  (name: string) =>
  ({ [name]: _, ...rest }: Item): Item =>
    rest;
const escaped = (text: unknown): string => String(text).replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const htmlOnly = ({ markdown, ...message }: Item): Item =>
  markdown === undefined ? message : { ...message, text: markdown, html: `<p>${escaped(markdown)}</p>` };

/** A gateway that answers for the service, only once or always. */
const gatewayRow = (name: string, from: string, answer: Answer, isOnce = false): ServiceRow => ({
  ...{ name, from, alter: unaltered, accepted: 'the gateway or the status is named' },
  instead({ counts }) {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return isOnce && count > 0 ? undefined : answer;
  },
});
const answerOf = (status: number, body = '', headers = {}): Answer => ({ status, headers, body: Buffer.from(body) });

/** A row without an alteration of reading that has to be accepted. */
const row = (name: string, from: string, alter: Alter, accepted?: string): ServiceRow => ({
  name,
  from,
  alter,
  ...(accepted !== undefined && { accepted }),
});

const refusal = 'the status of the service is named';

export const serviceRows: readonly ServiceRow[] = [
  row('as the sandbox', 'docs/service-api.md', unaltered),
  row(
    'no Date',
    'X22',
    header('date', () => undefined),
  ),
  { ...row('a clock two hours ahead', 'S26', unaltered), aheadMs: 2 * hourMs },
  { ...row('a clock two hours behind', 'S26', unaltered), aheadMs: -2 * hourMs },
  row('messages dated by another clock', 'X5', messages(shiftedMs(-2 * hourMs))),
  row('messages dated without a zone', 'X5', messages(shiftedMs(-8 * hourMs, ''))),
  row('messages without a time', 'X5', messages(without('created'))),
  row(
    'messages with the time that stands for none',
    'https://pkg.go.dev/time#Time.IsZero',
    messages((each) => ({ ...each, created: '0001-01-01T00:00:00Z' })),
  ),
  row(
    'messages with their person in another form',
    'X5',
    messages((each) => ({ ...each, personId: `uuid:${each.personId}` })),
  ),
  row('messages without a person', 'N3', messages(without('personId'))),
  row(
    'a picture of a link among the files',
    'X5',
    messages((each) => ({ files: ['/v1/contents/preview'], ...each })),
  ),
  row('messages without their files', 'A9', messages(without('files'))),
  row(
    'replies below another message',
    'X18',
    messages((each) => ({ ...each, parentId: 'other' })),
  ),
  row('no threads', 'X18', (answer, request, memory) =>
    posted(without('parentId'))(messages(without('parentId'))(answer, request, memory), request, memory),
  ),
  row('html instead of Markdown', 'X5', messages(htmlOnly)),
  row(
    'entities in Markdown',
    'N19',
    messages((each) => ({ ...each, ...('markdown' in each && { markdown: escaped(each.markdown) }) })),
  ),
  row(
    'texts with CRLF',
    'A36',
    messages((each) => ({ ...each, ...('markdown' in each && { markdown: `${each.markdown}\r\n` }) })),
  ),
  row('no editing', 'X21', (answer, request) => (request.method === 'PUT' ? answerOf(405) : answer)),
  row('gzip', 'RFC 9110, 8.4.1.3', encoded('gzip', zlib.gzipSync)),
  row('deflate', 'RFC 9110, 8.4.1.2', encoded('deflate', zlib.deflateSync)),
  row('deflate without the form of zlib', 'RFC 9110, 8.4.1.2', encoded('deflate', zlib.deflateRawSync)),
  row('br', 'RFC 7932', encoded('br', zlib.brotliCompressSync)),
  row(
    'an unknown encoding',
    'RFC 9110, 8.4.1.1',
    encoded('compress', (body) => body),
    'the encoding is named',
  ),
  row(
    'next without TLS',
    'proxies that end TLS',
    header('link', (link) => link.replaceAll('https://', 'http://')),
  ),
  row(
    'next on another port',
    'proxies that end TLS',
    header('link', (link) => link.replaceAll(/(:\/\/[^/:]+)(:\d+)?\//g, '$1:8443/')),
  ),
  row(
    'next relative',
    'RFC 8288',
    header('link', (link) => link.replaceAll(/https?:\/\/[^/]+/g, '')),
  ),
  row(
    'pages that overlap',
    'A29',
    lists((items, { lastItems }, path) => {
      const before = lastItems.get(path);
      lastItems.set(path, items.at(-1));
      return before === undefined ? items : [before, ...items];
    }),
  ),
  row(
    'a list that lags 20 seconds',
    'X1',
    lists((items, { nowMs }, path) =>
      path.endsWith('/messages') ? items.filter(({ created }) => Date.parse(String(created)) <= nowMs - 20_000) : items,
    ),
    'a message is listed later',
  ),
  gatewayRow('429', 'A56', answerOf(429, '{"message":"slow down"}', { 'retry-after': '45' })),
  ...[403, 404, 410].map((status) =>
    gatewayRow(`${status} of a room that the user has left`, 'A56', answerOf(status, '{"message":"not found"}')),
  ),
  gatewayRow('404 as a web page', 'gateways without a backend', answerOf(404, '<html>nginx</html>')),
  row(
    'no page after a deleted message',
    'github.com/WebexCommunity/WebexPythonSDK/issues/70',
    (answer, request) =>
      /[?&](?:before|after|cursor)/.test(request.url) ? answerOf(404, '{"message":"not found"}') : answer,
    refusal,
  ),
  ...['2099-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map((time) =>
    row(
      `items of ${time}`,
      'github.com/block/buzz/issues/6046',
      lists((items) => items.map((each) => ({ ...each, created: time, lastActivity: time }))),
    ),
  ),
  row('204 for an edit', 'learn.microsoft.com/graph/api/chatmessage-update', (answer, { method }) =>
    method === 'PUT' ? answerOf(204) : answer,
  ),
  gatewayRow(
    '429 with a wait that is no number',
    'github.com/WebexCommunity/WebexPythonSDK/issues/181',
    answerOf(429, '{"message":"slow down"}', { 'retry-after': 'rand(30),add(30)' }),
  ),
  gatewayRow('one 401 in JSON', 'A57', answerOf(401, '{"message":"invalid token"}'), true),
  gatewayRow('401 in JSON', 'A57', answerOf(401, '{"message":"invalid token"}')),
  gatewayRow('401 as a web page', 'captive portals', answerOf(401, '<html>sign in</html>')),
  gatewayRow('401 with Basic', 'RFC 7617', answerOf(401, '', { 'www-authenticate': 'Basic realm="proxy"' })),
  row(
    '204 for lists',
    'A56',
    (answer, request) => (isList(request) ? { ...answer, status: 204, body: Buffer.alloc(0) } : answer),
    'nothing is listed',
  ),
  row(
    '204 for a new message',
    'N5',
    posted(() => ({ status: 204, headers: {}, body: Buffer.alloc(0) })),
  ),
  row('a new message without an id', 'X4', posted(without('id'))),
  row(
    'a cut answer',
    'A63',
    posted(() => ({ status: 200, headers: {}, body: Buffer.from('{"id":"half') })),
  ),
  ...[423, 425, 428].map((status) => row(`${status} for files`, 'N20', contents(status), refusal)),
  row(
    'a null among the items',
    'A60',
    lists((items) => [null, ...items]),
  ),
  row(
    'null for the items',
    'X1',
    lists(() => null),
    'nothing is listed',
  ),
  row(
    'ids as numbers',
    'A6',
    lists((items) => items.map((each) => ({ ...each, teamId: 7 }))),
  ),
  ...[
    '{"message":"busy"}',
    '{"error":"busy"}',
    '{"errors":[{"description":"busy"}]}',
    'busy',
    '<html>busy</html>',
    '',
  ].map((body) => row(`503 with ${body || 'nothing'}`, 'N9', always(503, body), refusal)),
  gatewayRow(
    'a login of the proxy by 302',
    'captive portals',
    answerOf(302, '', { location: 'https://login.example/' }),
  ),
];
