import type { Hono } from 'hono';
import { createBroker } from '../../broker/broker.ts';
import type { BrokerConfig } from '../../broker/config/brokerConfig.ts';
import { redirectUriOf } from '../../broker/config/readConfig.ts';
import { createMemoryState } from '../../broker/state/memoryState.ts';
import type { FetchApp } from '../../listen.ts';
import type { RequestEnv, SandboxContext } from '../context.ts';
import { readJsonObject, requireMediaType } from '../http/bodies.ts';
import { requiredString, requireKnownFields } from '../http/fields.ts';
import { addRedirectUri } from '../tokens/integrationRows.ts';
import { openBrokerIdentity } from './brokerRow.ts';
import { createKnownEditors } from './editors.ts';
import { sendInProcess } from './sendInProcess.ts';

/** Where it is, below the sandbox's own address. */
export const brokerPath = '/broker';

/** What Roomside asks for ("Scopes"). */
const neededScopes = ['people_read', 'rooms_read', 'messages_read', 'messages_write', 'memberships_read'];
/** Of this one machine: tests sign in often. */
const requestsPerMinute = 6_000;
/** `*.localhost`, under which the sandbox answers, too, is as many names as anybody likes: this would be a broker each. */
const ownNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The token broker that comes with the sandbox, so that one signs in to it by the road of an organization. It is the
 * same broker with the same rules, and asks the service's token endpoint as any other would.
 */
export function addOwnBroker(app: Hono<RequestEnv>, context: SandboxContext): void {
  const editors = createKnownEditors();
  const brokerAt = createBrokers(app, context, editors);
  app.all(`${brokerPath}/*`, (c) => {
    const { origin, hostname } = new URL(c.req.url);
    if (!ownNames.has(hostname)) return c.notFound();
    // Absent when the sandbox is called in process.
    const connection = c.env?.connection;
    return brokerAt(origin).fetch(c.req.raw, connection && { connection });
  });
  app.post('/_sandbox/broker/editors', async (c) => {
    requireMediaType(c.req.raw, 'application/json');
    const body = await readJsonObject(c.req.raw);
    requireKnownFields(body, ['callback']);
    editors.allow(requiredString(body, 'callback'));
    return c.json({ brokerUrl: new URL(c.req.url).origin + brokerPath });
  });
}

/** One for each name and port the sandbox is reached by, because its public address is a part of what it says. */
function createBrokers(
  app: Hono<RequestEnv>,
  context: SandboxContext,
  editors: ReturnType<typeof createKnownEditors>,
): (origin: string) => FetchApp {
  const { database, now, scopeNames } = context;
  const scopes = neededScopes.map((scope) => scopeNames.name('user', scope));
  const { clientId, clientSecret, sealKey } = openBrokerIdentity(database, { name: 'Roomside', scopes }, now());
  const state = createMemoryState(now);
  const brokers = new Map<string, FetchApp>();
  const create = (origin: string): FetchApp => {
    const config: BrokerConfig = {
      publicUrl: `${origin}${brokerPath}`,
      upstream: { baseUrl: origin, clientId, clientSecret, scopes, pkce: 'send' },
      sealKeys: [{ id: 'sandbox', bytes: sealKey }],
      editorSchemes: editors.schemes,
      webCallbacks: editors.webCallbacks,
      trustedHops: 0,
      requestsPerMinute,
    };
    addRedirectUri(database, clientId, redirectUriOf(config));
    const send = sendInProcess({ fetch: (request) => app.fetch(request) });
    return createBroker(config, { send, write: context.onBrokerLog, state, now });
  };
  return (origin) => {
    const broker = brokers.get(origin) ?? create(origin);
    brokers.set(origin, broker);
    return broker;
  };
}
