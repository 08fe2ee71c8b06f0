/** The least that what Roomside does needs ("Scopes": a request asks only for the scopes the application needs). */
export const neededScopes = [
  'people_read',
  'rooms_read',
  'messages_read',
  'messages_write',
  'memberships_read',
] as const;

/** A scope without the service's own prefix. */
export type NeededScope = (typeof neededScopes)[number];

/** The scopes to ask for, with the service's own prefix: never `all`, never an administrator's. */
export function requestedScopes(scopePrefix: string): readonly string[] {
  return neededScopes.map((scope) => `${scopePrefix}:${scope}`);
}
