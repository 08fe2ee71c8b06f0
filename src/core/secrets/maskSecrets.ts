import { maskText } from './placeholder.ts';
import type { SecretMatch, TextRange } from './secretFinding.ts';

/** Replaces every secret with the same word, which reveals nothing about it. The number of lines does not change. */
export function maskSecrets(text: string, findings: readonly SecretMatch[]): string {
  let masked = '';
  let at = 0;
  for (const { start, end } of secretRanges(findings)) {
    masked += text.slice(at, start) + maskText;
    at = end;
  }
  return masked + text.slice(at);
}

/** The secret ranges, sorted and without overlaps. */
export function secretRanges(findings: readonly SecretMatch[]): readonly TextRange[] {
  const ranges = findings
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
