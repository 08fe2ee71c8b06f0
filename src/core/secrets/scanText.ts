import { endAt } from './matchAt.ts';
import { findAuthorizations, findJsonWebTokens, findUrlPasswords } from './rules/authorization.ts';
import { findCommandValues } from './rules/commandValue.ts';
import { findContainedValues } from './rules/containedValue.ts';
import { findNamedValues } from './rules/namedValue.ts';
import { findAfterPasswords } from './rules/passwordWord.ts';
import { findPrivateKeys } from './rules/privateKey.ts';
import { isFiller } from './rules/secretValue.ts';
import { findServiceKeys } from './rules/serviceKeys.ts';
import { searchedViews } from './searchedViews.ts';
import type { SecretFinding, SecretMatch, SecretRule, TextRange } from './secretFinding.ts';
import { mergedRanges } from './secretRanges.ts';
import type { TextView } from './textView.ts';

/** For overlapping matches, the earlier rule gives the better description. */
const rules: readonly SecretRule[] = [
  findPrivateKeys,
  findServiceKeys,
  findJsonWebTokens,
  findUrlPasswords,
  findAuthorizations,
  findNamedValues,
  findContainedValues,
  findCommandValues,
  findAfterPasswords,
];

/**
 * Finds probable secrets: private keys, keys and tokens of known services, JSON Web Tokens, passwords in URLs, headers
 * and settings, and values that are too random for anything else. In the order of the text, without overlaps. Runs
 * locally and searches the whole text.
 * @param signs see {@link searchedViews}
 */
export function scanText(text: string, signs = 0): SecretFinding[] {
  const matches = [...searchedViews(text, signs)].flatMap(matchesIn);
  return withPlaces(text, withoutOverlaps(matches));
}

/** The matches in a view, to the end of their tokens, with their places in the text. */
function matchesIn(view: TextView): SecretMatch[] {
  const { text } = view;
  return rules.flatMap((rule) =>
    [...rule(text)]
      .filter(
        ({ start, end, parts }) =>
          parts !== undefined || !isFiller(text.slice(start, Math.min(end, start + maxInspected))),
      )
      .map((match) => {
        const whole = { ...match, ...wholeToken(text, match) };
        const { parts = [whole] } = whole;
        return { ...whole, ...view.rangeOf(whole), ...(parts.length > 1 && { parts: parts.map(view.rangeOf) }) };
      }),
  );
}

const tokenEnd = /(?:[\w+/=~-]|[.%](?=[\w+/=~-])){0,4096}/y;
const maxHead = 256;
const maxInspected = 512;

/** A secret ends where its token ends, whatever the pattern of the rule; a key or a token also begins where it begins. */
function wholeToken(text: string, { start, end, kind, parts }: SecretMatch): TextRange {
  if (parts !== undefined || kind === 'private-key') return { start, end };
  const stop = /[\w+/=~-]/.test(text.charAt(end - 1)) ? endAt(tokenEnd, text, end) : end;
  let head = start;
  if (kind === 'key' || kind === 'token' || kind === 'jwt') {
    while (start - head < maxHead && /[\w-]/.test(text.charAt(head - 1)) && text[head - 2] !== '\\') head--;
    while (head < start && text[head] === '-') head++;
  }
  return { start: head, end: stop };
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
  const [{ parts, ...first }] = (rank.get(a) ?? 0) <= (rank.get(b) ?? 0) ? [a] : [b];
  const range = { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
  const isWhole = a.parts === undefined && b.parts === undefined;
  const whole = { ...first, ...range, ...(!isWhole && { parts: mergedRanges([a, b]) }) };
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
