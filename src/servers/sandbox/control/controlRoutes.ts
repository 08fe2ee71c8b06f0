import { timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import type { SandboxContext } from '../context.ts';
import { hashSecret } from '../db/identifiers.ts';
import { parseFault } from '../faults/fault.ts';
import { readJsonObject, requireMediaType } from '../http/bodies.ts';
import { ApiError } from '../http/errors.ts';
import type { RequestContext, RequestEnv } from '../http/request.ts';
import { renderProblemPage } from '../oauth/authorizePages.ts';
import { addMessages, addRooms } from './addItems.ts';
import { createIntegration, createToken, expireToken, revokeToken } from './credentials.ts';

/** The body of `GET /_sandbox/health`. The version is that of the control endpoints. */
const sandboxHealth = { name: 'roomside-sandbox', version: '1' } as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The endpoints with which tests and demos control the sandbox. They are not part of the service API. All
 * except health and the one-time addresses require the header `x-sandbox-control` with the control key.
 */
export function addControlRoutes(app: Hono<RequestEnv>, context: SandboxContext): void {
  app.get('/_sandbox/health', (c) => c.json(sandboxHealth));
  app.get('/_sandbox/go/:id', (c) => followShortcut(c, context));
  app.use('/_sandbox/*', async (c, next) => {
    requireControlKey(c, context.options.controlKey);
    await next();
  });
  addPosts(app, {
    integrations: (body) => createIntegration(context, body),
    'personal-tokens': (body) => createToken(context, body),
    'tokens/expire': (body) => expireToken(context, body),
    'tokens/revoke': (body) => revokeToken(context, body),
    rooms: (body) => addRooms(context, body),
    messages: (body) => addMessages(context, body),
    faults: (body) => context.faults.add(parseFault(body)),
  });
  app.get('/_sandbox/received', (c) => c.json({ messages: context.received }));
  app.delete('/_sandbox/received', (c) => {
    context.received.length = 0;
    return c.body(null, 204);
  });
  app.get('/_sandbox/faults', (c) => c.json({ faults: context.faults.list() }));
  app.delete('/_sandbox/faults', (c) => {
    context.faults.clear();
    return c.body(null, 204);
  });
  app.get('/_sandbox/counts', (c) => c.json(Object.fromEntries(context.counts)));
}

function addPosts(
  app: Hono<RequestEnv>,
  handlers: Readonly<Record<string, (body: Fields, c: RequestContext) => object>>,
): void {
  for (const [path, handle] of Object.entries(handlers)) {
    app.post(`/_sandbox/${path}`, async (c) => {
      requireMediaType(c.req.raw, 'application/json');
      return Response.json(handle(await readJsonObject(c.req.raw), c));
    });
  }
}

function requireControlKey(c: RequestContext, controlKey: string): void {
  const given = Buffer.from(hashSecret(c.req.header('x-sandbox-control') ?? ''));
  if (timingSafeEqual(given, Buffer.from(hashSecret(controlKey)))) return;
  throw new ApiError(
    401,
    'The header x-sandbox-control must contain the control key that the sandbox printed when it started.',
  );
}

/** The redirect is relative, so that it also works behind a proxy that serves the sandbox under a path. */
function followShortcut(c: RequestContext, context: SandboxContext): Response {
  const id = c.req.param('id') ?? '';
  const target = context.shortcuts.get(id)?.value;
  context.shortcuts.delete(id);
  if (target === undefined) return renderProblemPage('This sign-in address was already opened, or it is too old.', 404);
  const headers = { location: `../../${target}`, 'cache-control': 'no-store' };
  return new Response(null, { status: 302, headers });
}
