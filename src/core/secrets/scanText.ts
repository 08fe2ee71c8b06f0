import { findAuthorizations, findJsonWebTokens, findUrlPasswords } from './rules/authorization.ts';
import { findNamedValues } from './rules/namedValue.ts';
import { findPrivateKeys } from './rules/privateKey.ts';
import { findBySecretlint, findKnownShapes } from './rules/serviceKeys.ts';
import type { SecretFinding, SecretMatch, SecretRule } from './secretFinding.ts';

/** For overlapping matches, the earlier rule gives the better description. */
const rules: readonly SecretRule[] = [
  findPrivateKeys,
  findBySecretlint,
  findKnownShapes,
  findJsonWebTokens,
  findUrlPasswords,
  findAuthorizations,
  findNamedValues,
];

/**
 * Finds probable secrets: private keys, keys and tokens of known services, JSON Web Tokens, passwords in URLs, headers
 * and settings, and values that are too random for anything else. In the order of the text, without overlaps. Runs
 * locally and searches the whole text.
 */
export function scanText(text: string): SecretFinding[] {
  return withPlaces(text, withoutOverlaps(rules.flatMap((rule) => [...rule(text)])));
}

/** Merges overlapping matches into one, described by the first rule. */
function withoutOverlaps(matches: readonly SecretMatch[]): SecretMatch[] {
  const rank = new Map(matches.map((match, index) => [match, index]));
  const merged: SecretMatch[] = [];
  for (const match of matches.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || match.start >= last.end) merged.push(match);
    else merged[merged.length - 1] = union(last, match, rank);
  }
  return merged;
}

function union(a: SecretMatch, b: SecretMatch, rank: Map<SecretMatch, number>): SecretMatch {
  const [first, other] = (rank.get(a) ?? 0) <= (rank.get(b) ?? 0) ? [a, b] : [b, a];
  const { parts = [first], ...rest } = first;
  const end = Math.max(a.end, b.end);
  const joined = { ...rest, start: Math.min(a.start, b.start), end };
  const isWhole = other.start >= first.start && other.end <= first.end;
  // A key keeps its parts; a match beyond it makes the whole range secret.
  const whole = isWhole ? { ...joined, ...(first.parts && { parts }) } : joined;
  rank.set(whole, Math.min(rank.get(a) ?? 0, rank.get(b) ?? 0));
  return whole;
}

function withPlaces(text: string, matches: readonly SecretMatch[]): SecretFinding[] {
  let line = 1;
  let lineStart = 0;
  return matches.map((match) => {
    for (
      let next = text.indexOf('\n', lineStart);
      next >= 0 && next < match.start;
      next = text.indexOf('\n', lineStart)
    ) {
      line++;
      lineStart = next + 1;
    }
    return { ...match, line, column: match.start - lineStart + 1, prefix: prefixOf(text, match) };
  });
}

/** At most a quarter of the secret, and nothing of a private key, because all keys start the same. */
function prefixOf(text: string, { start, end, kind }: SecretMatch): string {
  return kind === 'private-key' ? '' : text.slice(start, start + Math.min(6, Math.floor((end - start) / 4)));
}
