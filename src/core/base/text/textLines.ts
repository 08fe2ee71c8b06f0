/** One line of a text with its exact line break (`''` only for the last line). */
export interface TextLine {
  readonly text: string;
  readonly end: '\r\n' | '\n' | '\r' | '';
}

/**
 * Splits a text into lines at LF, CRLF and lone CR, as Markdown does, without loss: joining every `text + end` restores
 * the text. A text that ends with a line break has an empty last line.
 */
export function textLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ text: text.slice(start, match.index), end: match[0] as TextLine['end'] });
    start = match.index + match[0].length;
  }
  lines.push({ text: text.slice(start), end: '' });
  return lines;
}

/** The inverse of `textLines`, also for some of its lines. */
export function joinLines(lines: readonly TextLine[]): string {
  return lines.map(({ text, end }) => text + end).join('');
}

/** Markdown's white space is smaller than that of JavaScript: a no-break space is text. */
export function isBlankLine(text: string): boolean {
  return !/[^ \t]/.test(text);
}
