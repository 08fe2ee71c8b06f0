import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { matchedRoutes } from 'hono/route';
import { isLoopbackHost } from '../../../core/base/loopback.ts';
import { addControlRoutes } from '../control/controlRoutes.ts';
import { getContent } from '../entities/contents.ts';
import { editMessage } from '../entities/editMessage.ts';
import { createMembership, listMemberships } from '../entities/memberships.ts';
import { deleteMessage, getMessage, listMessages } from '../entities/messages.ts';
import { getMe, listPeople } from '../entities/people.ts';
import { createMessage } from '../entities/postMessage.ts';
import { createRoom, listRooms } from '../entities/rooms.ts';
import { discardBody } from '../http/bodies.ts';
import type { SandboxContext } from '../http/context.ts';
import { ApiError, errorResponse, notFound } from '../http/errors.ts';
import { CutError } from '../http/faults/cut.ts';
import type { RequestContext, RequestEnv } from '../http/request.ts';
import { authenticate } from '../oauth/authenticate.ts';
import { continueAuthorization, startAuthorization } from '../oauth/authorize.ts';
import { answerTokenRequest } from '../oauth/tokenEndpoint.ts';

interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** The scope that it needs, without a prefix. Routes without one need no access token. */
  readonly scope?: string;
  readonly handle: (c: RequestContext, context: SandboxContext) => Response | Promise<Response>;
}

/** All routes under /v1. GET also answers HEAD. */
const routes: readonly Route[] = [
  // In the service API [A15] to [A27].
  { method: 'GET', path: '/v1/authorize', handle: startAuthorization },
  { method: 'POST', path: '/v1/access_token', handle: (c, context) => answerTokenRequest(context, c.req.raw) },
  { method: 'GET', path: '/v1/people/me', scope: 'people_read', handle: getMe },
  { method: 'GET', path: '/v1/people', scope: 'people_read', handle: listPeople },
  { method: 'GET', path: '/v1/rooms', scope: 'rooms_read', handle: listRooms },
  { method: 'POST', path: '/v1/messages', scope: 'messages_write', handle: createMessage },
  { method: 'GET', path: '/v1/contents/:id', scope: 'messages_read', handle: getContent },
  // Not in the service API, but implied by its scopes and needed by clients.
  { method: 'POST', path: '/v1/rooms', scope: 'rooms_write', handle: createRoom },
  { method: 'GET', path: '/v1/messages', scope: 'messages_read', handle: listMessages },
  { method: 'GET', path: '/v1/messages/:id', scope: 'messages_read', handle: getMessage },
  { method: 'PUT', path: '/v1/messages/:id', scope: 'messages_write', handle: editMessage },
  { method: 'DELETE', path: '/v1/messages/:id', scope: 'messages_write', handle: deleteMessage },
  { method: 'GET', path: '/v1/memberships', scope: 'memberships_read', handle: listMemberships },
  { method: 'POST', path: '/v1/memberships', scope: 'memberships_write', handle: createMembership },
  // The forms of the sign-in pages post to their own address. The service API does not specify how users sign in.
  { method: 'POST', path: '/v1/authorize', handle: continueAuthorization },
];

/** The sandbox as one app: Request → Response. */
export function createApp(context: SandboxContext): Hono<RequestEnv> {
  const app = new Hono<RequestEnv>();
  app.use(async (c, next) => {
    c.set('trackingId', `SANDBOX_${randomUUID()}`);
    const { hostname } = new URL(c.req.url);
    // A page on the internet can point its own name at 127.0.0.1 (DNS rebinding), and some browsers let it reach 0.0.0.0.
    if (!isLoopbackHost(hostname) || /^(?:0\.0\.0\.0|\[::(?:ffff:0:0)?\])$/.test(hostname)) {
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
  if (route.scope !== undefined && route.handle !== getContent) requireJsonAccepted(c.req.raw);
  if (route.scope !== undefined) c.set('caller', authenticate(context, c.req.raw, route.scope));
  const response = await route.handle(c, context);
  response.headers.set('trackingid', c.var.trackingId);
  return response;
}

/** A format that the operation does not have is a 404 [A56]. */
function requireJsonAccepted(request: Request): void {
  const accepted = (request.headers.get('accept') ?? '*/*').toLowerCase().split(',');
  const isJson = accepted.some((each) => /^\s*(?:application\/json|application\/\*|\*\/\*)\s*(?:;|$)/.test(each));
  if (!isJson) throw notFound('This operation has no other format than application/json: see the header Accept.');
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
  context.options.onError(error, c.var.trackingId);
  const message = 'Something went wrong in the sandbox itself. Its log has the details under the tracking id.';
  return errorResponse(new ApiError(500, message), c.var.trackingId);
}
