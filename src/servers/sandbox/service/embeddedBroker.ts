import type { Hono } from 'hono';
import * as v from 'valibot';
import type { Send } from '../../../core/api/send.ts';
import type { BrokerStartQuery } from '../../../core/auth/brokerProtocol.ts';
import { createBroker } from '../../broker/broker.ts';
import { knownEditorSchemes } from '../../broker/config/addresses.ts';
import { type BrokerConfig, brokerScopes, redirectUriOf } from '../../broker/config/brokerConfig.ts';
import { createMemoryState } from '../../broker/state/memoryState.ts';
import type { FetchApp } from '../../listen.ts';
import { fields, identifier, readBody, text } from '../http/bodies.ts';
import { type SandboxContext, visitLifetimeMs } from '../http/context.ts';
import { badRequest } from '../http/errors.ts';
import type { RequestEnv } from '../http/request.ts';
import type { Database } from '../store/database.ts';
import { createId, createSecret, hashSecret } from '../store/identifiers.ts';

/** The path below the address of the sandbox. */
export const brokerPath = '/broker';

/** High, because tests on this machine sign in often. */
const requestsPerMinute = 6_000;
/** Limits the number of brokers. The sandbox also answers to `*.localhost`, so there are any number of host names. */
const ownNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The token broker of the sandbox, for signing in as in an organization. It runs the same code with the same rules, and
 * calls the token endpoint of the service like any other broker.
 */
export function addEmbeddedBroker(app: Hono<RequestEnv>, context: SandboxContext): void {
  const editors = { editorSchemes: [...knownEditorSchemes], webCallbacks: [] };
  const brokerAt = createBrokers(app, context, editors);
  app.all(`${brokerPath}/*`, (c) => {
    const { origin, hostname, pathname, search } = new URL(c.req.url);
    if (!ownNames.has(hostname)) return c.notFound();
    const { publicUrl, broker } = brokerAt(origin);
    // The request as the browser sent it, before a proxy forwarded it.
    const { method, headers, body } = c.req.raw;
    const init = { method, headers, ...(body !== null && { body, duplex: 'half' as const }) };
    const request = new Request(publicUrl + pathname.slice(brokerPath.length) + search, init);
    return broker.fetch(request, c.env);
  });
  app.post('/_sandbox/broker/starts', async (c) => {
    const { origin } = new URL(c.req.url);
    const { query, callback, visibleAt } = await readPreparedStart(c.req.raw);
    if (callback !== undefined) allowEditor(editors, callback);
    brokerAt(origin, visibleAt ?? origin);
    const id = createSecret();
    context.shortcuts.set(id, `broker/start?${query}`, visitLifetimeMs);
    return c.json({ url: `${origin}/_sandbox/go/${id}` });
  });
}

interface PlacedBroker {
  readonly publicUrl: string;
  readonly broker: FetchApp;
}

/**
 * One broker for each host and port of the sandbox, because a broker needs its public address.
 * @returns the broker of a local `origin`. `visibleAt` is the address under which browsers see that origin, which differs on
 * a remote machine; the last one given counts
 */
function createBrokers(app: Hono<RequestEnv>, context: SandboxContext, editors: AllowedEditors) {
  const { database, now, scopeNames, options } = context;
  const monotonicNow = options.clock ?? (() => performance.now());
  const scopes = brokerScopes.map((scope) => scopeNames.name('user', scope));
  const clientSecret = createSecret();
  let integration = openIntegration(database, scopes, clientSecret);
  const client = { clientId: integration.id, clientSecret };
  const sealKeys = [{ id: 'sandbox', bytes: Buffer.from(integration.sealKey, 'base64url') }];
  const state = createMemoryState({ now, monotonicNow });
  const byOrigin = new Map<string, PlacedBroker>();
  return (origin: string, visibleAt?: string): PlacedBroker => {
    const known = byOrigin.get(origin);
    const baseUrl = visibleAt ?? origin;
    const publicUrl = baseUrl + brokerPath;
    if (known !== undefined && (visibleAt === undefined || known.publicUrl === publicUrl)) return known;
    const config: BrokerConfig = {
      publicUrl,
      upstream: { ...client, baseUrl, scopes, pkce: 'send' },
      organization: 'Roomside sandbox',
      sealKeys,
      ...editors,
      trustedHops: 0,
      requestsPerMinute,
    };
    const redirectUris = new Set([...integration.redirectUris, redirectUriOf(config)]);
    integration = { ...integration, redirectUris: [...redirectUris] };
    database.update('integrations', integration);
    const send = sendInProcess((url) => origin + url.slice(baseUrl.length), app);
    const placed = {
      publicUrl,
      broker: createBroker(config, { send, write: options.onBrokerLog, state, now, monotonicNow }),
    };
    byOrigin.set(origin, placed);
    return placed;
  };
}

/**
 * Registers the broker as an integration, or finds its earlier registration. Its secret is new at every start and not
 * stored, and its scopes are those of this start; the sealing key is stored, so that sessions survive a restart.
 */
function openIntegration(database: Database, scopes: readonly string[], clientSecret: string) {
  const [known] = database.select('integrations', "doc ->> 'sealKey' IS NOT NULL");
  const created = { id: createId('CLIENT'), name: 'Roomside', redirectUris: [], sealKey: createSecret() };
  const integration = { ...created, ...known, scopes, secretHash: hashSecret(clientSecret) };
  if (known === undefined) database.insert('integrations', integration);
  else database.update('integrations', integration);
  return integration;
}

/**
 * Sends requests to an app in this process without a socket. Request bodies are short texts.
 * @param localUrl maps an address to the app's own
 */
function sendInProcess(localUrl: (url: string) => string, app: FetchApp): Send {
  return async ({ method, url, headers, body }, signal) => {
    const content = body?.text === undefined ? {} : { body: body.text };
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': body.contentType };
    const request = new Request(localUrl(url), { method, headers: { ...headers, ...type }, ...content });
    // The app ignores the signal.
    const ended = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => ended.reject(signal.reason), { once: true });
    const response = await Promise.race([app.fetch(request), ended.promise]);
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      body: response.body ?? ReadableStream.from([]),
    };
  };
}

/** The start of a broker flow that an editor registers before the browser opens. */
const preparedStart = fields({
  challenge: identifier,
  fid: identifier,
  cb: v.exactOptional(text),
  visibleAt: v.exactOptional(text),
});

/**
 * Reads the body of POST /_sandbox/broker/starts. @throws {ApiError} 400
 * @returns the query for `GET /broker/start`, which validates it like any other, the callback address of the editor, and the
 * address of the sandbox for the editor's browser, without a trailing slash
 */
async function readPreparedStart(request: Request) {
  const { visibleAt, ...query }: BrokerStartQuery & { visibleAt?: string } = await readBody(request, preparedStart);
  const parts = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  return { query: parts.join('&'), callback: query.cb, visibleAt: addressOf(visibleAt) };
}

function addressOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && !/[?#@]/.test(text);
  if (!isPlain) throw badRequest('“visibleAt” is not the address of a server.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** The scheme of any editor, with the path and extension that the broker calls. */
const editorAddressPattern = /^([a-z][a-z0-9-]*):\/\/roomside\.roomside\/callback(?:\?|$)/;

/** The editors that the broker may call back: the well-known ones, and those registered with the control key. */
interface AllowedEditors {
  readonly editorSchemes: string[];
  /** Exact addresses of editors in the browser. */
  readonly webCallbacks: string[];
}

/** Registers the editor at this address. @throws {ApiError} 400 when no editor can have it */
function allowEditor({ editorSchemes, webCallbacks }: AllowedEditors, callback: string): void {
  const scheme = editorAddressPattern.exec(callback)?.[1];
  const url = URL.parse(callback);
  const isWeb = /^https?:$/.test(url?.protocol ?? '') && url?.pathname.endsWith('/callback');
  if (scheme === undefined && !isWeb) throw badRequest('“callback” is not the address at which an editor waits.');
  const [list, item] =
    scheme === undefined ? [webCallbacks, `${url?.origin}${url?.pathname}`] : [editorSchemes, scheme];
  if (!list.includes(item)) list.push(item);
}
