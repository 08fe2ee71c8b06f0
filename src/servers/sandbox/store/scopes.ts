import scopes from './scopes.json' with { type: 'json' };

/** The kind of access of a scope: the user's own rooms, compliance, or administration [A51]. */
type ScopeKind = 'user' | 'compliance' | 'admin';

/** One row of the scope tables, without the product prefix. */
interface ScopeEntry {
  readonly kind: ScopeKind;
  readonly name: string;
  readonly grants: string;
}

/** All documented scopes [A53] [A54] [A55]. */
export const scopeEntries: readonly ScopeEntry[] = (['user', 'compliance', 'admin'] as const).flatMap((kind) =>
  Object.entries(scopes[kind]).map(([name, grants]) => ({ kind, name, grants })),
);

/** The scope tables under one product prefix, for example `svc` [A52]. */
export type ScopeNames = ReturnType<typeof createScopeNames>;

export function createScopeNames(prefix: string) {
  const write = (kind: ScopeKind, name: string) => `${kind === 'user' ? prefix : `${prefix}-${kind}`}:${name}`;
  const byName = new Map(scopeEntries.map((entry) => [write(entry.kind, entry.name), entry]));
  return {
    /** `name('admin', 'rooms_read')` is `svc-admin:rooms_read`. */
    name: write,
    /** The entry of a full scope name. */
    find: (scope: string) => byName.get(scope),
  };
}

/** The scopes of a space-separated list without duplicates, in order. */
export function splitScopes(list: string): readonly string[] {
  return [...new Set(list.split(/[\s]+/).filter((scope) => scope !== ''))];
}
