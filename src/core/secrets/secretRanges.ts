import type { SecretMatch, TextRange } from './secretFinding.ts';

/** The secret ranges of matches, sorted and without overlaps. */
export function mergedRanges(matches: readonly Pick<SecretMatch, 'start' | 'end' | 'parts'>[]): readonly TextRange[] {
  const ranges = matches
    .flatMap(({ start, end, parts = [{ start, end }] }) => parts)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of ranges) {
    const last = merged.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
