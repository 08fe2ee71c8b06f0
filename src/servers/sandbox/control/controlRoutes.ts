import { timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import { languageOf } from '../../pages/pageLanguage.ts';
import { readBody } from '../http/bodies.ts';
import type { SandboxContext } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { faultSpec } from '../http/faults/fault.ts';
import type { RequestContext, RequestEnv } from '../http/request.ts';
import { renderProblemPage } from '../oauth/authorizePages.ts';
import { hashSecret } from '../store/identifiers.ts';
import { sample } from '../store/sample.ts';
import { addMessages, addRooms } from './addItems.ts';
import { createIntegration, createToken, expireToken, revokeToken } from './credentials.ts';
import type { Endpoint } from './endpoint.ts';

/** The body of `GET /_sandbox/health`. The version is that of the control endpoints. */
const sandboxHealth = { name: 'roomside-sandbox', version: '1' } as const;

const posts: Readonly<Record<string, Endpoint>> = {
  integrations: createIntegration,
  'personal-tokens': createToken,
  'tokens/expire': expireToken,
  'tokens/revoke': revokeToken,
  rooms: addRooms,
  messages: addMessages,
  faults: async (context, request) => Response.json(context.faults.add(await readBody(request, faultSpec))),
};

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
  for (const [path, answer] of Object.entries(posts)) {
    app.post(`/_sandbox/${path}`, (c) => answer(context, c.req.raw));
  }
  app.get('/_sandbox/sample', (c) => {
    const [room] = context.database.select('rooms', "doc ->> 'title' = ?", sample.roomTitle);
    return c.json({ ...sample, roomId: room?.id });
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
  if (target === undefined)
    return renderProblemPage({ key: 'signInAddressUsed' }, languageOf(c.req.header('accept-language')), 404);
  const headers = { location: `../../${target}`, 'cache-control': 'no-store' };
  return new Response(null, { status: 302, headers });
}
