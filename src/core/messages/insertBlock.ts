import { textLines } from '../base/text/textLines.ts';
import { dedent } from '../snippet/snippet.ts';

/** Where code is inserted: the line of the cursor and what the selection replaces. */
export interface InsertPosition {
  /** The whole line in which the selection starts, without its line break. */
  readonly line: string;
  /** The column where the selection starts, in UTF-16 units. */
  readonly column: number;
  /** The rest of the line after the end of the selection. */
  readonly rest: string;
  /** The selection ends with a line break: whole lines are replaced. */
  readonly isWholeLines: boolean;
  /** The line break of the document. */
  readonly lineBreak: string;
}

/**
 * The text to insert for a block of code: each line is indented like the line of the cursor, with the line break that
 * whole lines need. Within a line, a block of one line is inserted as it is.
 */
export function insertedText(code: string, { line, column, rest, isWholeLines, lineBreak }: InsertPosition): string {
  const lines = textLines(dedent(code.replace(/\r?\n$/, ''))).map(({ text }) => text);
  const indentation = /^[ \t]*/.exec(line)?.[0] ?? '';
  const before = line.slice(0, column);
  const isAtStart = before.trim() === '';
  const indented = lines.map((text, at) => {
    if (at > 0) return text.trim() === '' ? '' : indentation + text;
    return isAtStart ? indentation.slice(before.length) + text : text;
  });
  const text = indented.join(lineBreak);
  if (isWholeLines) return text + lineBreak;
  const isWholeBlock = isAtStart || lines.length > 1;
  // The text after the cursor moves to its own line, with the same indentation.
  return isWholeBlock && rest.trim() !== '' ? text + lineBreak + (column > 0 ? indentation : '') : text;
}
