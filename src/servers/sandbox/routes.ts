import type { SandboxContext } from './context.ts';
import { getContent } from './entities/contents.ts';
import { createMembership, listMemberships } from './entities/memberships.ts';
import { deleteMessage, getMessage, listMessages } from './entities/messages.ts';
import { getMe, listPeople } from './entities/people.ts';
import { createMessage } from './entities/postMessage.ts';
import { createRoom, listRooms } from './entities/rooms.ts';
import type { RequestContext } from './http/request.ts';
import { continueAuthorization, startAuthorization } from './oauth/authorize.ts';
import { answerTokenRequest } from './oauth/tokenEndpoint.ts';
import type { Operation } from './scopes.ts';

/** An operation of the service. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** The operation for the scope check. Routes without one need no access token. */
  readonly operation?: Operation;
  readonly handle: (c: RequestContext, context: SandboxContext) => Response | Promise<Response>;
}

/** All routes under /v1. GET also answers HEAD. */
export const routes: readonly Route[] = [
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
