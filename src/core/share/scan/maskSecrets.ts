import { maskText } from './placeholder.ts';
import type { SecretMatch, TextRange } from './secretFinding.ts';

/**
 * The text with every secret replaced by one word of one length, which tells nothing of it. Only what is secret is
 * touched, so the text has as many lines as before.
 */
export function maskSecrets(text: string, findings: readonly SecretMatch[]): string {
  let masked = '';
  let at = 0;
  for (const { start, end } of secretRanges(findings)) {
    masked += text.slice(at, start) + maskText;
    at = end;
  }
  return masked + text.slice(at);
}

/** What is secret, piece by piece, in order and apart from each other. */
export function secretRanges(findings: readonly SecretMatch[]): readonly TextRange[] {
  const pieces = findings
    .flatMap(({ start, end, parts = [{ start, end }] }) => parts)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  const apart: { start: number; end: number }[] = [];
  for (const { start, end } of pieces) {
    const last = apart.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else apart.push({ start, end });
  }
  return apart;
}
