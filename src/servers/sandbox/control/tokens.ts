import type { SandboxContext } from '../context.ts';
import { findPersonByEmail } from '../entities/people.ts';
import { optionalAmount, optionalStrings, requiredString, requireKnownFields } from '../http/bodies.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { createPersonalToken, personalTokenLifetimeS } from '../tokens/personalToken.ts';
import { deleteGrant, findAccessToken, setAccessTokenEnd } from '../tokens/tokenRows.ts';
import { knownScopes } from './integrations.ts';

type Fields = Readonly<Record<string, unknown>>;

/** POST /_sandbox/personal-tokens: a personal access token; with `svc:all` unless scopes are named. */
export function createToken(context: SandboxContext, body: Fields): { accessToken: string } {
  requireKnownFields(body, ['personEmail', 'scopes', 'expiresInS']);
  const person = findPersonByEmail(context.database, requiredString(body, 'personEmail'));
  if (person === undefined) throw badRequest('Nobody here has that email address.');
  const accessToken = createPersonalToken(context, {
    personId: person.id,
    scopes: knownScopes(context, optionalStrings(body, 'scopes') ?? [context.scopeNames.name('user', 'all')]),
    expiresInS: optionalAmount(body, 'expiresInS') ?? personalTokenLifetimeS,
  });
  return { accessToken };
}

/** POST /_sandbox/tokens/expire: ends an access token now; its refresh token stays good. */
export function expireToken(context: SandboxContext, body: Fields): { expired: true } {
  requireKnownFields(body, ['accessToken']);
  if (!setAccessTokenEnd(context.database, requiredString(body, 'accessToken'), context.now())) throw unknownToken();
  return { expired: true };
}

/** POST /_sandbox/tokens/revoke: takes back an access token and everything else its approval gave. */
export function revokeToken(context: SandboxContext, body: Fields): { revoked: true } {
  requireKnownFields(body, ['accessToken']);
  const record = findAccessToken(context.database, requiredString(body, 'accessToken'));
  if (record === undefined) throw unknownToken();
  deleteGrant(context.database, record.grantId);
  return { revoked: true };
}

function unknownToken() {
  return notFound('There is no such access token.');
}
