import type { SandboxContext } from '../context.ts';
import { findPersonByEmail } from '../entities/people.ts';
import { optionalAmount, optionalStrings, requiredString, requireKnownFields } from '../http/bodies.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { registerIntegration } from '../oauth/integrations.ts';
import {
  createPersonalToken,
  deleteGrant,
  findAccessToken,
  personalTokenLifetimeS,
  setAccessTokenExpiry,
} from '../oauth/tokens.ts';

type Fields = Readonly<Record<string, unknown>>;

/** POST /_sandbox/integrations: registers an integration. Only this response contains its secret. */
export function createIntegration(context: SandboxContext, body: Fields): { clientId: string; clientSecret: string } {
  requireKnownFields(body, ['name', 'redirectUris', 'scopes']);
  const name = requiredString(body, 'name');
  const redirectUris = optionalStrings(body, 'redirectUris') ?? [];
  if (redirectUris.length === 0) throw badRequest('“redirectUris” must contain at least one redirect URI.');
  const unusable = redirectUris.find(
    (uri) => !/^[\x21-\x7e]+$/.test(uri) || URL.parse(uri) === null || uri.includes('#'),
  );
  if (unusable !== undefined) throw badRequest(`“${unusable}” is not an absolute URL without a fragment.`);
  const scopes = knownScopes(context, optionalStrings(body, 'scopes') ?? []);
  if (scopes.length === 0) throw badRequest('“scopes” must contain at least one scope.');
  return registerIntegration(context.database, { name, redirectUris, scopes }, context.now());
}

/** Rejects scopes that are in none of the tables with 400. */
function knownScopes(context: SandboxContext, scopes: readonly string[]): readonly string[] {
  const unknownScope = scopes.find((scope) => context.scopeNames.find(scope) === undefined);
  if (unknownScope !== undefined) throw badRequest(`“${unknownScope}” is not a scope of this service.`);
  return scopes;
}

/** POST /_sandbox/personal-tokens: creates a personal access token, with `svc:all` unless scopes are given. */
export function createToken(context: SandboxContext, body: Fields): { accessToken: string } {
  requireKnownFields(body, ['personEmail', 'scopes', 'expiresInS']);
  const person = findPersonByEmail(context.database, requiredString(body, 'personEmail'));
  if (person === undefined) throw badRequest('No demo person has this email address.');
  const accessToken = createPersonalToken(context, {
    personId: person.id,
    scopes: knownScopes(context, optionalStrings(body, 'scopes') ?? [context.scopeNames.name('user', 'all')]),
    expiresInS: optionalAmount(body, 'expiresInS') ?? personalTokenLifetimeS,
  });
  return { accessToken };
}

/** POST /_sandbox/tokens/expire: expires an access token. Its refresh token stays valid. */
export function expireToken(context: SandboxContext, body: Fields): { expired: true } {
  requireKnownFields(body, ['accessToken']);
  if (!setAccessTokenExpiry(context.database, requiredString(body, 'accessToken'), context.now())) throw unknownToken();
  return { expired: true };
}

/** POST /_sandbox/tokens/revoke: revokes an access token and all other tokens of the same grant. */
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
