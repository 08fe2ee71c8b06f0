/** The minimum that Roomside needs [A51]. */
export const neededScopes = [
  'people_read',
  'rooms_read',
  'messages_read',
  'messages_write',
  'memberships_read',
] as const;

/** A scope without the prefix of the service. */
export type NeededScope = (typeof neededScopes)[number];

/** The neutral prefix of the service API [A52]. */
const standardPrefix = 'svc';
/** Services whose prefix is known, by host. */
const knownPrefixes: ReadonlyMap<string, string> = new Map([['webexapis.com', 'spark']]);

/**
 * The prefix of a service's scope names.
 * @param configured the user's setting, which has priority; empty for none
 */
export function scopePrefixOf(baseUrl: string, configured: string): string {
  return configured || (knownPrefixes.get(new URL(baseUrl).hostname) ?? standardPrefix);
}

/** The requested scopes with the prefix of the service: never `all`, never those of an administrator. */
export function requestedScopes(scopePrefix: string): readonly string[] {
  return neededScopes.map((scope) => `${scopePrefix}:${scope}`);
}
