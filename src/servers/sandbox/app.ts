import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { matchedRoutes } from 'hono/route';
import { isLoopbackHost } from '../../core/base/loopback.ts';
import { discardBody } from './bodies.ts';
import type { SandboxContext } from './context.ts';
import { addControlRoutes } from './control/controlRoutes.ts';
import { getContent } from './entities/contents.ts';
import { createMembership, listMemberships } from './entities/memberships.ts';
import { deleteMessage, getMessage, listMessages } from './entities/messages.ts';
import { getMe, listPeople } from './entities/people.ts';
import { createMessage } from './entities/postMessage.ts';
import { createRoom, listRooms } from './entities/rooms.ts';
import { ApiError, errorResponse, notFound } from './errors.ts';
import { CutError } from './faults/applyEffect.ts';
import { authenticate } from './oauth/authenticate.ts';
import { continueAuthorization, startAuthorization } from './oauth/authorize.ts';
import { answerTokenRequest } from './oauth/tokenEndpoint.ts';
import type { RequestContext, RequestEnv } from './request.ts';
import type { Operation } from './scopes.ts';

/** An operation of the service. */
interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** The operation for the scope check. Routes without one need no access token. */
  readonly operation?: Operation;
  readonly handle: (c: RequestContext, context: SandboxContext) => Response | Promise<Response>;
}

/** All routes under /v1. GET also answers HEAD. */
const routes: readonly Route[] = [
  // In the service API [A15] to [A27].
  { method: 'GET', path: '/v1/authorize', handle: startAuthorization },
  { method: 'POST', path: '/v1/access_token', handle: (c, context) => answerTokenRequest(context, c.req.raw) },
  { method: 'GET', path: '/v1/people/me', operation: 'read people', handle: getMe },
  { method: 'GET', path: '/v1/people', operation: 'read people', handle: listPeople },
  { method: 'GET', path: '/v1/rooms', operation: 'list rooms', handle: listRooms },
  { method: 'POST', path: '/v1/messages', operation: 'post messages', handle: createMessage },
  { method: 'GET', path: '/v1/contents/:id', operation: 'read messages', handle: getContent },
  // Not in the service API, but implied by its scopes and needed by clients.
  { method: 'POST', path: '/v1/rooms', operation: 'create rooms', handle: createRoom },
  { method: 'GET', path: '/v1/messages', operation: 'read messages', handle: listMessages },
  { method: 'GET', path: '/v1/messages/:id', operation: 'read messages', handle: getMessage },
  { method: 'DELETE', path: '/v1/messages/:id', operation: 'delete messages', handle: deleteMessage },
  { method: 'GET', path: '/v1/memberships', operation: 'read memberships', handle: listMemberships },
  { method: 'POST', path: '/v1/memberships', operation: 'create memberships', handle: createMembership },
  // The forms of the sign-in pages post to their own address. The service API does not specify how users sign in.
  { method: 'POST', path: '/v1/authorize', handle: continueAuthorization },
];

/** The sandbox as one app: Request → Response. */
export function createApp(context: SandboxContext): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.use(async (c, next) => {
    c.set('trackingId', `SANDBOX_${randomUUID()}`);
    // A page on the internet can point its own name at 127.0.0.1 (DNS rebinding).
    if (!isLoopbackHost(new URL(c.req.url).hostname)) {
      throw new ApiError(403, 'The sandbox accepts only host names of this machine, such as 127.0.0.1 or localhost.');
    }
    await next();
  });
  app.use('/v1/*', async (c, next) => {
    const { method } = c.req.raw;
    const pattern = matchedRoutes(c).find(({ path }) => routes.some((route) => route.path === path));
    const counted = `${method} ${pattern?.path ?? '(unknown)'}`;
    context.counts.set(counted, (context.counts.get(counted) ?? 0) + 1);
    const response = await context.faults.apply(c, async () => {
      await next();
      return c.res;
    });
    // Without this, Hono would restore the response headers that a fault removed.
    c.res = undefined;
    c.res = response;
    await discardBody(c.req.raw);
  });
  for (const route of routes) app.on(route.method, route.path, (c) => answer(c, context, route));
  for (const path of new Set(routes.map((route) => route.path))) app.all(path, (c) => refuseMethod(c, path));
  addControlRoutes(app, context);
  app.notFound((c) => errorResponse(notFound(`There is nothing at ${c.req.path}.`), c.var.trackingId));
  app.onError((error, c) => answerError(c, context, error));
  return app;
}

async function answer(c: RequestContext, context: SandboxContext, route: Route): Promise<Response> {
  if (route.operation !== undefined) c.set('caller', authenticate(context, c.req.raw, route.operation));
  const response = await route.handle(c, context);
  response.headers.set('trackingid', c.var.trackingId);
  return response;
}

function refuseMethod(c: RequestContext, path: string): never {
  const methods = routes.filter((route) => route.path === path).map((route) => route.method);
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  const message = `${c.req.raw.method} is not supported here; the resource supports ${allowed}.`;
  throw new ApiError(405, message, { headers: { allow: allowed } });
}

function answerError(c: RequestContext, context: SandboxContext, error: unknown): Response {
  // Without a socket, a cut must leave the app as a rejection, as the platform's fetch would report it.
  if (error instanceof CutError) throw error;
  if (error instanceof ApiError) return errorResponse(error, c.var.trackingId);
  context.onError(error, c.var.trackingId);
  const message = 'Something went wrong in the sandbox itself. Its log has the details under the tracking id.';
  return errorResponse(new ApiError(500, message), c.var.trackingId);
}
