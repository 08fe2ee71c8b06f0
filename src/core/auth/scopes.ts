/** The least that what Roomside does needs [A51]. */
export const neededScopes = [
  'people_read',
  'rooms_read',
  'messages_read',
  'messages_write',
  'memberships_read',
] as const;

/** A scope without the service's own prefix. */
export type NeededScope = (typeof neededScopes)[number];

/** The neutral prefix of the interface [A52]. */
const standardPrefix = 'svc';
/** Services whose prefix is known, by host. */
const knownPrefixes: ReadonlyMap<string, string> = new Map([['webexapis.com', 'spark']]);

/**
 * The prefix of a service's scope names.
 * @param configured what the user has set, which goes before everything else; empty for nothing
 */
export function scopePrefixOf(baseUrl: string, configured: string): string {
  return configured || (knownPrefixes.get(new URL(baseUrl).hostname) ?? standardPrefix);
}

/** The scopes to ask for, with the service's own prefix: never `all`, never an administrator's. */
export function requestedScopes(scopePrefix: string): readonly string[] {
  return neededScopes.map((scope) => `${scopePrefix}:${scope}`);
}
