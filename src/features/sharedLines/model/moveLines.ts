import type { LineRange } from '../../../core/git/lineMap.ts';

/** A change of a text, as an editor reports it. Lines and characters are zero-based. */
export interface TextEdit {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
  readonly text: string;
}

/**
 * Where lines are after an edit. Lines that are typed inside belong to them, those above and below do not. `undefined` if
 * none is left.
 */
export function moveLines({ startLine, endLine }: LineRange, { start, end, text }: TextEdit): LineRange | undefined {
  const first = startLine - 1;
  const last = endLine - 1;
  const added = text.split(/\r\n|\r|\n/).length - 1;
  const delta = added - (end.line - start.line);
  const isBelow = start.line > last;
  if (isBelow) return { startLine, endLine };
  const endsBefore = end.line < first || (end.line === first && end.character === 0);
  // Without a line break at its end, a text at the beginning of the first line is typed into that line.
  const isAbove = endsBefore && (start.line < first || /[\r\n]$/.test(text));
  if (isAbove) return { startLine: startLine + delta, endLine: endLine + delta };
  const coversStart = start.line < first || (start.line === first && start.character === 0);
  if (coversStart && end.line > last) return undefined;
  // An empty line that is begun at the end of the last one is below it.
  const isAtEnd = start.line === last && end.line === last && start.character > 0 && /^\r?\n\s*$/.test(text);
  const from = Math.min(first, start.line);
  const to = end.line > last ? start.line - (start.character === 0 ? 1 : 0) : isAtEnd ? last : last + delta;
  return to < from ? undefined : { startLine: from + 1, endLine: to + 1 };
}

/**
 * Whether an edit has changed lines on both sides of a border of these lines, as that of a file that is read again: where
 * the border is now, only the texts tell.
 */
export function crossesBorder({ startLine, endLine }: LineRange, { start, end }: Omit<TextEdit, 'text'>): boolean {
  const first = startLine - 1;
  const last = endLine - 1;
  const isOutside = start.line > last || end.line < first || (end.line === first && end.character === 0);
  return !isOutside && (start.line < first || end.line > last);
}
