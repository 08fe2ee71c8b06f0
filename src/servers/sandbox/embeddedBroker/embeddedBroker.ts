import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Hono } from 'hono';
import type { Send } from '../../../core/api/send.ts';
import { createBroker } from '../../broker/broker.ts';
import type { BrokerConfig } from '../../broker/config/brokerConfig.ts';
import { redirectUriOf } from '../../broker/config/readConfig.ts';
import { createMemoryState } from '../../broker/state/memoryState.ts';
import type { FetchApp } from '../../listen.ts';
import { type SandboxContext, visitLifetimeMs } from '../context.ts';
import { execute, selectOne } from '../db/database.ts';
import { createSecret } from '../db/identifiers.ts';
import { readJsonObject, requireMediaType } from '../http/bodies.ts';
import type { RequestContext, RequestEnv } from '../http/request.ts';
import { addRedirectUri, registerIntegration, replaceClientSecret } from '../oauth/integrations.ts';
import { createKnownEditors, type KnownEditors, readPreparedStart } from './preparedStart.ts';

/** Where it is, below the sandbox's own address. */
export const brokerPath = '/broker';

/** What Roomside asks for [A51]. */
const neededScopes = ['people_read', 'rooms_read', 'messages_read', 'messages_write', 'memberships_read'];
/** Of this one machine: tests sign in often. */
const requestsPerMinute = 6_000;
/** `*.localhost`, under which the sandbox answers, too, is as many names as anybody likes: this would be a broker each. */
const ownNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The token broker that comes with the sandbox, so that one signs in to it by the road of an organization. It is the
 * same broker with the same rules, and asks the service's token endpoint as any other would.
 */
export function addEmbeddedBroker(app: Hono<RequestEnv>, context: SandboxContext): void {
  const editors = createKnownEditors();
  const brokers = new OwnBrokers(app, context, editors);
  app.all(`${brokerPath}/*`, (c) => {
    const { origin, hostname } = new URL(c.req.url);
    return ownNames.has(hostname) ? brokers.answer(c, origin) : c.notFound();
  });
  app.post('/_sandbox/broker/starts', async (c) => {
    requireMediaType(c.req.raw, 'application/json');
    const { origin } = new URL(c.req.url);
    const { query, callback, visibleAt } = readPreparedStart(await readJsonObject(c.req.raw));
    if (callback !== undefined) editors.allow(callback);
    brokers.place(origin, visibleAt ?? origin);
    const id = createSecret();
    context.shortcuts.set(id, `broker/start?${query}`, visitLifetimeMs);
    return c.json({ url: `${origin}/_sandbox/go/${id}` });
  });
}

/** A broker and the address it takes for its own. */
interface PlacedBroker {
  readonly publicUrl: string;
  readonly app: FetchApp;
}

/** One for each name and port the sandbox is reached by, because its public address is a part of what a broker says. */
class OwnBrokers {
  readonly #app: Hono<RequestEnv>;
  readonly #context: SandboxContext;
  readonly #config: Omit<BrokerConfig, 'publicUrl' | 'upstream'>;
  readonly #upstream: Omit<BrokerConfig['upstream'], 'baseUrl'>;
  readonly #state: ReturnType<typeof createMemoryState>;
  readonly #byOrigin = new Map<string, PlacedBroker>();

  constructor(app: Hono<RequestEnv>, context: SandboxContext, editors: KnownEditors) {
    const { database, now, monotonicNow, scopeNames } = context;
    const scopes = neededScopes.map((scope) => scopeNames.name('user', scope));
    const { sealKey, ...client } = openBrokerIdentity(database, { name: 'Roomside', scopes }, now());
    this.#app = app;
    this.#context = context;
    this.#upstream = { ...client, scopes, pkce: 'send' };
    this.#config = {
      sealKeys: [{ id: 'sandbox', bytes: sealKey }],
      editorSchemes: editors.schemes,
      webCallbacks: editors.webCallbacks,
      trustedHops: 0,
      requestsPerMinute,
    };
    this.#state = createMemoryState({ now, monotonicNow });
  }

  async answer(c: RequestContext, origin: string): Promise<Response> {
    const { publicUrl, app } = this.#byOrigin.get(origin) ?? this.place(origin, origin);
    // Absent when the sandbox is called in process.
    const connection = c.env?.connection;
    return app.fetch(asVisible(c.req.raw, origin, publicUrl), connection && { connection });
  }

  /**
   * Says under which address browsers see what is reached here at `origin`: on a remote machine that is another one.
   * The last word counts.
   */
  place(origin: string, visibleAt: string): PlacedBroker {
    const { database, now, monotonicNow, onBrokerLog } = this.#context;
    const publicUrl = visibleAt + brokerPath;
    const known = this.#byOrigin.get(origin);
    if (known?.publicUrl === publicUrl) return known;
    const config: BrokerConfig = { ...this.#config, publicUrl, upstream: { ...this.#upstream, baseUrl: visibleAt } };
    addRedirectUri(database, this.#upstream.clientId, redirectUriOf(config));
    const send = sendInProcess((url) => origin + url.slice(visibleAt.length), this.#app);
    const app = createBroker(config, { send, write: onBrokerLog, state: this.#state, now, monotonicNow });
    const placed = { publicUrl, app };
    this.#byOrigin.set(origin, placed);
    return placed;
  }
}

/** The request as the browser made it, before somebody forwarded it. */
function asVisible(request: Request, origin: string, publicUrl: string): Request {
  const here = origin + brokerPath;
  if (publicUrl === here) return request;
  const { method, headers, body } = request;
  const init = body === null ? {} : { body, duplex: 'half' as const };
  return new Request(publicUrl + request.url.slice(here.length), { method, headers, ...init });
}

/** What the sandbox's own broker is at its service, and what it seals with. */
interface BrokerIdentity {
  readonly clientId: string;
  /** New at every start, and kept nowhere. */
  readonly clientSecret: string;
  /** 32 bytes; the same after a restart, else every session would end with it. */
  readonly sealKey: Uint8Array;
}

/** Registers the broker as an integration, or finds the one it was before. */
function openBrokerIdentity(
  database: DatabaseSync,
  integration: { readonly name: string; readonly scopes: readonly string[] },
  now: number,
): BrokerIdentity {
  const sql = 'SELECT client_id, seal_key FROM broker';
  const known = selectOne<{ client_id: string; seal_key: string }>(database, sql);
  if (known !== undefined) {
    const clientSecret = replaceClientSecret(database, known.client_id);
    return { clientId: known.client_id, clientSecret, sealKey: Buffer.from(known.seal_key, 'base64url') };
  }
  const registered = registerIntegration(database, { ...integration, redirectUris: [] }, now);
  const sealKey = randomBytes(32);
  execute(
    database,
    'INSERT INTO broker (client_id, seal_key) VALUES (?, ?)',
    registered.clientId,
    sealKey.toString('base64url'),
  );
  return { ...registered, sealKey };
}

/**
 * The way to an app of this process, without a socket: short texts there, and whatever it answers back.
 * @param localUrl gives the address under which the app knows itself
 */
function sendInProcess(localUrl: (url: string) => string, app: FetchApp): Send {
  return async ({ method, url, headers, body }, signal) => {
    const content = body?.text === undefined ? {} : { body: body.text };
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': body.contentType };
    const request = new Request(localUrl(url), { method, headers: { ...headers, ...type }, ...content });
    const response = await endedBy(signal, Promise.resolve(app.fetch(request)));
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      body: response.body ?? ReadableStream.from([]),
    };
  };
}

/** The app ignores the signal, so the caller stops waiting by itself. */
function endedBy<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
