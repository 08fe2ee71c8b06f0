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
  /** Whether it is in the service API [A15] to [A27]. The others are implied by its scopes and needed by clients. */
  readonly isInDocument: boolean;
  readonly handle: (c: RequestContext, context: SandboxContext) => Response | Promise<Response>;
}

const inDocument = { isInDocument: true } as const;
const notInDocument = { isInDocument: false } as const;

/** All routes under /v1. GET also answers HEAD. */
export const routes: readonly Route[] = [
  { method: 'GET', path: '/v1/authorize', handle: startAuthorization, ...inDocument },
  // The forms of the sign-in pages post to their own address. The service API does not specify how users sign in.
  { method: 'POST', path: '/v1/authorize', handle: continueAuthorization, ...notInDocument },
  {
    method: 'POST',
    path: '/v1/access_token',
    handle: (c, context) => answerTokenRequest(context, c.req.raw),
    ...inDocument,
  },
  { method: 'GET', path: '/v1/people/me', operation: 'read people', handle: getMe, ...inDocument },
  { method: 'GET', path: '/v1/people', operation: 'read people', handle: listPeople, ...inDocument },
  { method: 'GET', path: '/v1/rooms', operation: 'list rooms', handle: listRooms, ...inDocument },
  { method: 'POST', path: '/v1/rooms', operation: 'create rooms', handle: createRoom, ...notInDocument },
  { method: 'POST', path: '/v1/messages', operation: 'post messages', handle: createMessage, ...inDocument },
  { method: 'GET', path: '/v1/messages', operation: 'read messages', handle: listMessages, ...notInDocument },
  { method: 'GET', path: '/v1/messages/:id', operation: 'read messages', handle: getMessage, ...notInDocument },
  { method: 'DELETE', path: '/v1/messages/:id', operation: 'delete messages', handle: deleteMessage, ...notInDocument },
  { method: 'GET', path: '/v1/contents/:id', operation: 'read messages', handle: getContent, ...inDocument },
  { method: 'GET', path: '/v1/memberships', operation: 'read memberships', handle: listMemberships, ...notInDocument },
  {
    method: 'POST',
    path: '/v1/memberships',
    operation: 'create memberships',
    handle: createMembership,
    ...notInDocument,
  },
];

/** The pattern of the route that a path belongs to, for counting. Unknown paths are counted together. */
export function patternOf(path: string): string {
  const segments = path.split('/');
  const found = routes.find((route) => {
    const wanted = route.path.split('/');
    return wanted.length === segments.length && wanted.every((part, at) => isSegment(part, segments[at] ?? ''));
  });
  return found?.path ?? '(unknown)';
}

function isSegment(wanted: string, given: string): boolean {
  return wanted.startsWith(':') ? given !== '' : wanted === given;
}
