import type { SecretMatch, TextRange } from './finding.ts';
import { maskText } from './placeholder.ts';

/**
 * The text with every secret replaced by one word of one length, which tells nothing of it. Only what is secret is
 * touched, so the text has as many lines as before.
 */
export function maskSecrets(text: string, findings: readonly SecretMatch[]): string {
  let masked = '';
  let at = 0;
  for (const { start, end } of secretRanges(text, findings)) {
    masked += text.slice(at, start) + maskText;
    at = end;
  }
  return masked + text.slice(at);
}

/** What of a text is secret, piece by piece, in order, apart from each other, and none over the end of a line. */
function secretRanges(text: string, findings: readonly SecretMatch[]): readonly TextRange[] {
  const pieces = findings
    .flatMap(({ start, end, parts = [{ start, end }] }) => parts)
    .flatMap(({ start, end }) =>
      [...text.slice(start, end).matchAll(/[^\r\n]+/g)].map(({ 0: line, index }) => ({
        start: start + index,
        end: start + index + line.length,
      })),
    )
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const apart: { start: number; end: number }[] = [];
  for (const piece of pieces) {
    const last = apart.at(-1);
    if (last !== undefined && piece.start < last.end) last.end = Math.max(last.end, piece.end);
    else apart.push({ ...piece });
  }
  return apart;
}
