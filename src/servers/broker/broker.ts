import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Send } from '../../core/api/send.ts';
import type { BrokerDescription } from '../../core/auth/brokerProtocol.ts';
import type { FetchApp } from '../listen.ts';
import type { PageLanguage } from '../pages/pageLanguage.ts';
import { BrokerError, invalidRequest, unavailable } from './brokerError.ts';
import { createBrokerLog } from './brokerLog.ts';
import { type BrokerConfig, redirectUriOf } from './config/brokerConfig.ts';
import { type BrokerContext, pageLanguageOf, type RequestContext, type RequestEnv } from './context.ts';
import { limitRequests } from './limitRequests.ts';
import { type BrokerMetrics, createBrokerMetrics } from './metrics/brokerMetrics.ts';
import { answerOpen, renderOpenProblemPage } from './openPage.ts';
import { answerRefresh } from './refreshRoute.ts';
import { createSeals } from './seals.ts';
import { rejectCrossSite, securityHeaders } from './securityHeaders.ts';
import { answerCallback } from './signIn/callbackRoute.ts';
import { renderProblemPage } from './signIn/signInPages.ts';
import { answerStart } from './signIn/startRoute.ts';
import { type BrokerState, StateError } from './state/brokerState.ts';
import { type BrokerClocks, createMemoryState } from './state/memoryState.ts';
import { bodyTimeoutMs, upstreamTimeoutMs } from './timeouts.ts';
import { answerToken } from './tokenRoute.ts';
import { createUpstream } from './upstream.ts';

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Renders a problem for a person in a browser. Absent: a program reads it. */
  readonly problemPage?: (refusal: BrokerError, language: PageLanguage) => Response;
  /** Requested by an orchestrator or a proxy. */
  readonly isProbe?: boolean;
  readonly answer: (c: RequestContext, context: BrokerContext) => Promise<Response>;
}

const routes: readonly Route[] = [
  { method: 'GET', path: '/start', problemPage: renderProblemPage, answer: answerStart },
  { method: 'GET', path: '/callback', problemPage: renderProblemPage, answer: answerCallback },
  { method: 'GET', path: '/open', problemPage: renderOpenProblemPage, answer: answerOpen },
  { method: 'GET', path: '/.well-known/roomside', answer: answerDescription },
  { method: 'POST', path: '/token', answer: answerToken },
  { method: 'POST', path: '/refresh', answer: answerRefresh },
  { method: 'GET', path: '/healthz', isProbe: true, answer: answerHealth },
  { method: 'GET', path: '/readyz', isProbe: true, answer: answerReadiness },
];

/** The dependencies of a broker. */
export interface BrokerPorts extends Partial<BrokerClocks> {
  /** Sends requests to the service; follows no redirects and verifies TLS. */
  readonly send: Send;
  /** Writes one line to the log. */
  readonly write: (line: string) => void;
  /** Absent: what is counted is not read. */
  readonly metrics?: BrokerMetrics;
  /** The state that replicas share. Absent: in memory. */
  readonly state?: BrokerState;
  readonly upstreamTimeoutMs?: number;
  readonly bodyTimeoutMs?: number;
}

/**
 * The token broker of an organization, as one app: Request → Response. It holds the client secret, and gives editors access
 * tokens and sealed handles. It is served below the path of its public address, and does not listen itself (see `listen`).
 */
export function createBroker(config: BrokerConfig, ports: BrokerPorts): FetchApp {
  const app = new Hono<RequestEnv>();
  const context = createContext(config, ports);
  const prefix = new URL(config.publicUrl).pathname.replace(/\/+$/, '');
  const headers = Object.entries(securityHeaders(config.publicUrl));
  const routeOf = (path: string) =>
    // A proxy may remove the path of the public address.
    routes.find((route) => path === prefix + route.path || path === route.path);
  app.all('*', async (c) => {
    const startedMs = context.monotonicNow();
    c.set('requestId', randomUUID());
    const route = routeOf(c.req.path);
    const response = await answer(c, context, route);
    // A page has its own policy, with the nonce of its script.
    for (const [name, value] of headers) if (!response.headers.has(name)) response.headers.set(name, value);
    response.headers.set('x-request-id', c.var.requestId);
    const { method } = c.req.raw;
    // An unknown path may contain anything, for example a mistyped code.
    const path = route?.path ?? '(unknown)';
    const { requestId } = c.var;
    const [{ status }, tookMs] = [response, context.monotonicNow() - startedMs];
    context.log.request({ method, path, status, tookMs: Math.round(tookMs), requestId });
    context.metrics.answered({ route: path, status, tookMs });
    return response;
  });
  return app;
}

function createContext(config: BrokerConfig, ports: BrokerPorts): BrokerContext {
  const metrics = createBrokerMetrics(config.sealKeys.map(({ id }) => id));
  const clocks = { now: Date.now, monotonicNow: () => performance.now() };
  const own = { ...clocks, metrics, upstreamTimeoutMs, bodyTimeoutMs, ...ports };
  return {
    state: createMemoryState(own),
    ...own,
    config,
    seals: createSeals(config.sealKeys, own.now),
    probes: createMemoryState(own),
    upstream: createUpstream({ ...own, ...config.upstream, redirectUri: redirectUriOf(config) }),
    log: createBrokerLog(own.write, own.now),
  };
}

async function answer(c: RequestContext, context: BrokerContext, route: Route | undefined): Promise<Response> {
  try {
    if (route === undefined) throw invalidRequest('Page not found.', 404);
    const { method } = c.req.raw;
    // Not HEAD: link scanners must not go through a sign-in.
    if (method !== route.method && !(route.isProbe && method === 'HEAD'))
      throw new BrokerError(405, 'invalid_request', `Only ${route.method} is served here.`, { allow: route.method });
    rejectCrossSite(c.req.raw);
    await limitRequests(c, context, route);
    return await route.answer(c, context);
  } catch (error) {
    const refusal = refusalFor(c, context, error);
    const { status, body, headers } = refusal;
    return route?.problemPage?.(refusal, pageLanguageOf(c)) ?? Response.json(body, { status, headers });
  }
}

function refusalFor(c: RequestContext, context: BrokerContext, error: unknown): BrokerError {
  if (error instanceof BrokerError) return error;
  if (error instanceof StateError) {
    context.log.problem('the shared state cannot be reached', c.var.requestId, error);
    context.metrics.stateFailed();
    return unavailable(5, { key: 'brokerUnavailable' });
  }
  context.log.problem('failed unexpectedly', c.var.requestId, error);
  return new BrokerError(500, 'server_error', { key: 'brokerFailed', values: [c.var.requestId] });
}

/**
 * GET /healthz: whether the process is alive. Checks nothing else, because a restart repairs neither Redis nor the service.
 */
async function answerHealth(): Promise<Response> {
  return Response.json({ status: 'ok' });
}

/** GET /readyz: whether requests can be answered now, which needs the shared state. Sends no request to the service. */
async function answerReadiness(_c: RequestContext, { state }: BrokerContext): Promise<Response> {
  await state.check();
  return Response.json({ status: 'ok' });
}

/** GET /.well-known/roomside: what an editor needs to know to sign in. Nothing of it is secret. */
async function answerDescription(_c: RequestContext, { config }: BrokerContext): Promise<Response> {
  const { upstream, organization, appUrl, gitHosts, editorSchemes } = config;
  const [scope = ''] = upstream.scopes;
  const description: BrokerDescription = {
    version: 1,
    service: upstream.baseUrl,
    scopePrefix: scope.slice(0, scope.indexOf(':')),
    ...(organization !== undefined && { organization }),
    ...(appUrl !== undefined && { appUrl }),
    ...(gitHosts !== undefined && { gitHosts }),
    editors: editorSchemes,
  };
  return Response.json(description);
}
