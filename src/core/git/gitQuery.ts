import { parseJsonObject } from '../base/json.ts';

/** A file at a revision. */
export interface GitQuery {
  /** The path on disk. */
  readonly path: string;
  /** A commit, a branch or an expression of git. `''` is the index; `~` is the index for a staged file, else `HEAD`. */
  readonly ref: string;
}

const maxLength = 10_000;

/** Parses the query of a `git:` URI of VS Code's Git extension. `undefined` for any other query. */
export function parseGitQuery(query: string): GitQuery | undefined {
  if (query.length > maxLength) return undefined;
  const { path, ref } = parseJsonObject(query) ?? {};
  return typeof path === 'string' && path !== '' && typeof ref === 'string' ? { path, ref } : undefined;
}

/**
 * The revision that git resolves to a commit. `undefined` for the index, which is no commit, for the sides of a merge
 * (`~2`, `:2:`), and for a text that git would read as an option.
 */
export function revisionOf({ ref }: GitQuery, isStaged: boolean): string | undefined {
  if (ref === '~') return isStaged ? undefined : 'HEAD';
  return ref === '' || /^[-~:]/.test(ref) ? undefined : ref;
}
