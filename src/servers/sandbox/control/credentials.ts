import * as v from 'valibot';
import { findPersonByEmail } from '../entities/people.ts';
import { amount, identifier, text, texts } from '../http/bodies.ts';
import type { SandboxContext } from '../http/context.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { createPersonalToken, findCredential, personalTokenLifetimeS } from '../oauth/tokens.ts';
import type { Database } from '../store/database.ts';
import type { Credential } from '../store/documents.ts';
import { createId, createSecret, hashSecret } from '../store/identifiers.ts';
import { endpoint } from './endpoint.ts';

const redirectUri = v.pipe(
  text,
  v.check(
    (uri) => /^[\x21-\x7e]+$/.test(uri) && URL.parse(uri) !== null && !uri.includes('#'),
    'must contain absolute URLs without a fragment',
  ),
);

/** POST /_sandbox/integrations: registers an integration. Only this response contains its secret. */
export const createIntegration = endpoint(
  {
    name: identifier,
    redirectUris: v.pipe(v.array(redirectUri), v.minLength(1, 'must contain at least one redirect URI')),
    scopes: v.pipe(texts, v.minLength(1, 'must contain at least one scope')),
  },
  (context, body) => {
    requireKnownScopes(context, body.scopes);
    const id = createId('CLIENT');
    const clientSecret = createSecret();
    context.database.insert('integrations', { id, secretHash: hashSecret(clientSecret), ...body });
    return { clientId: id, clientSecret };
  },
);

/** Rejects scopes that are in none of the tables with 400. */
function requireKnownScopes({ scopeNames }: SandboxContext, scopes: readonly string[]): void {
  const unknownScope = scopes.find((scope) => scopeNames.find(scope) === undefined);
  if (unknownScope !== undefined) throw badRequest(`“${unknownScope}” is not a scope of this service.`);
}

/** POST /_sandbox/personal-tokens: creates a personal access token, with `svc:all` unless scopes are given. */
export const createToken = endpoint(
  { personEmail: identifier, scopes: v.optional(texts), expiresInS: v.optional(amount, personalTokenLifetimeS) },
  (context, { personEmail, scopes = [context.scopeNames.name('user', 'all')], expiresInS }) => {
    const person = findPersonByEmail(context.database, personEmail);
    if (person === undefined) throw badRequest('No demo person has this email address.');
    requireKnownScopes(context, scopes);
    return { accessToken: createPersonalToken(context, { personId: person.id, scopes, expiresInS }) };
  },
);

/** POST /_sandbox/tokens/expire: expires an access token. Its refresh token stays valid. */
export const expireToken = endpoint({ accessToken: identifier }, ({ database, now }, { accessToken }) => {
  database.update('credentials', { ...requireToken(database, accessToken), expiresAtMs: now() });
  return { expired: true };
});

/** POST /_sandbox/tokens/revoke: revokes an access token and all other tokens of the same grant. */
export const revokeToken = endpoint({ accessToken: identifier }, ({ database }, { accessToken }) => {
  database.remove('credentials', 'grantId', requireToken(database, accessToken).grantId);
  return { revoked: true };
});

function requireToken(database: Database, accessToken: string): Credential {
  const token = findCredential(database, 'access', accessToken);
  if (token === undefined) throw notFound('There is no such access token.');
  return token;
}
