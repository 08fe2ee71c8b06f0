import type { SandboxContext } from '../context.ts';
import { find } from '../database.ts';
import { ApiError } from '../errors.ts';
import type { Caller } from '../request.ts';
import { type Operation, operationScopes } from '../scopes.ts';
import { findCredential } from './tokens.ts';

/**
 * The caller, and the rooms that the operation may reach [A37] [A39]. Rejects invalid credentials with 401, and a missing
 * scope with 403.
 */
export function authenticate(context: SandboxContext, request: Request, operation: Operation): Caller {
  const token = findCredential(context.database, 'access', bearerToken(request));
  if (token === undefined) throw unauthorized('The access token is not valid: it is unknown or was revoked.');
  if (token.expiresAtMs <= context.now()) throw unauthorized('The access token is not valid: it has expired.');
  const person = find(context.database, 'people', token.personId);
  if (person === undefined) throw unauthorized('The access token is not valid: its owner is gone.');
  return { person, reach: reachOf(context, operation, { scopes: token.scopes, isAdmin: person.isAdmin }) };
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

function reachOf(
  context: SandboxContext,
  operation: Operation,
  token: { scopes: readonly string[]; isAdmin: boolean },
): Caller['reach'] {
  const { name, organization } = operationScopes[operation];
  const names = context.scopeNames;
  const isOrganizationWide = organization.some((kind) => token.scopes.includes(names.name(kind, name)));
  if (isOrganizationWide && token.isAdmin) return 'organization';
  const userScope = names.name('user', name);
  // The aggregate scope includes the user scopes, but no administrator privileges.
  if (token.scopes.includes(userScope) || token.scopes.includes(names.name('user', 'all'))) return 'own';
  const hint = isOrganizationWide
    ? ' The organization-wide scopes of the token have no effect for a person who is not an administrator.'
    : '';
  throw new ApiError(403, `The access token lacks the scope ${userScope}, which this operation needs.${hint}`);
}
