import { type ScopeEntry, type ScopeKind, scopeEntries } from './scopes.ts';

/** The scope tables under one product prefix, for example `svc` [A52]. */
export interface ScopeNames {
  readonly prefix: string;
  /** `name('admin', 'rooms_read')` is `svc-admin:rooms_read`. */
  name(kind: ScopeKind, name: string): string;
  /** The row of the tables for a full scope name. */
  find(scope: string): ScopeEntry | undefined;
  /** Every scope of one table, by its full name. */
  ofKind(kind: ScopeKind): readonly string[];
}

/** Writes the tables under a prefix. */
export function createScopeNames(prefix: string): ScopeNames {
  const write = (kind: ScopeKind, name: string) => `${kind === 'user' ? prefix : `${prefix}-${kind}`}:${name}`;
  const byName = new Map(scopeEntries.map((entry) => [write(entry.kind, entry.name), entry]));
  return {
    prefix,
    name: write,
    find: (scope) => byName.get(scope),
    ofKind: (kind) => [...byName].filter(([, entry]) => entry.kind === kind).map(([scope]) => scope),
  };
}

/** The scopes of a space-separated list, each once, in their order. */
export function splitScopes(list: string): readonly string[] {
  return [...new Set(list.split(/[\s]+/).filter((scope) => scope !== ''))];
}
