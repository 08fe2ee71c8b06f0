import type { SandboxContext } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { findCredential } from './tokens.ts';

/**
 * The caller, and the rooms that an operation may reach with this scope [A37] [A39]. Rejects invalid credentials with 401,
 * and a missing scope with 403.
 */
export function authenticate({ database, now, scopeNames }: SandboxContext, request: Request, scope: string): Caller {
  const token = findCredential(database, 'access', bearerToken(request));
  if (token === undefined) throw unauthorized('The access token is not valid: it is unknown or was revoked.');
  if (token.expiresAtMs <= now()) throw unauthorized('The access token is not valid: it has expired.');
  const person = database.find('people', token.personId);
  if (person === undefined) throw unauthorized('The access token is not valid: its owner is gone.');
  // The scopes for the whole organization allow reading and deleting [A54] [A55].
  const kinds = request.method === 'POST' ? [] : (['compliance', 'admin'] as const);
  const isWide = kinds.some((kind) => token.scopes.includes(scopeNames.name(kind, scope)));
  if (isWide && person.isAdmin) return { person, reach: 'organization' };
  // The aggregate scope includes the user scopes, but no administrator privileges.
  const userScope = scopeNames.name('user', scope);
  if ([userScope, scopeNames.name('user', 'all')].some((name) => token.scopes.includes(name))) {
    return { person, reach: 'own' };
  }
  const hint = isWide
    ? ' The organization-wide scopes of the token have no effect for a person who is not an administrator.'
    : '';
  throw new ApiError(403, `The access token lacks the scope ${userScope}, which this operation needs.${hint}`);
}

function bearerToken(request: Request): string {
  const authorization = request.headers.get('authorization');
  if (authorization === null || authorization.trim() === '') {
    throw unauthorized('The header “Authorization: Bearer <access token>” is missing.');
  }
  const match = /^Bearer +([\w\-.~+/]+=*) *$/i.exec(authorization);
  if (match?.[1] === undefined) {
    throw unauthorized('The Authorization header must be the word Bearer, a space, and an access token.');
  }
  return match[1];
}

function unauthorized(message: string): ApiError {
  // RFC 6750, section 3: every 401 contains the challenge.
  return new ApiError(401, message, {
    headers: { 'www-authenticate': 'Bearer realm="sandbox", error="invalid_token"' },
  });
}
