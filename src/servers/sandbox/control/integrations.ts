import type { SandboxContext } from '../context.ts';
import { optionalStrings, requiredString, requireKnownFields } from '../http/bodies.ts';
import { badRequest } from '../http/errors.ts';
import { registerIntegration } from '../tokens/integrationRows.ts';

type Fields = Readonly<Record<string, unknown>>;

/** POST /_sandbox/integrations: registers an integration; the only time its secret is shown. */
export function createIntegration(context: SandboxContext, body: Fields): { clientId: string; clientSecret: string } {
  requireKnownFields(body, ['name', 'redirectUris', 'scopes']);
  const name = requiredString(body, 'name');
  const redirectUris = optionalStrings(body, 'redirectUris') ?? [];
  if (redirectUris.length === 0) throw badRequest('“redirectUris” must hold at least one redirect URI.');
  const unusable = redirectUris.find(
    (uri) => !/^[\x21-\x7e]+$/.test(uri) || URL.parse(uri) === null || uri.includes('#'),
  );
  if (unusable !== undefined) throw badRequest(`“${unusable}” is not an absolute URL without a fragment.`);
  const scopes = knownScopes(context, optionalStrings(body, 'scopes') ?? []);
  if (scopes.length === 0) throw badRequest('“scopes” must hold at least one scope.');
  return registerIntegration(context.database, { name, redirectUris, scopes }, context.now());
}

/** Refuses with 400 a scope that is in none of the tables. */
export function knownScopes(context: SandboxContext, scopes: readonly string[]): readonly string[] {
  const unknownScope = scopes.find((scope) => context.scopeNames.find(scope) === undefined);
  if (unknownScope !== undefined) throw badRequest(`“${unknownScope}” is not a scope of this service.`);
  return scopes;
}
