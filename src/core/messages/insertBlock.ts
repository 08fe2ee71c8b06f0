import { textLines } from '../markdown/textLines.ts';
import { dedent } from '../share/dedent.ts';

/** Where code is put: the line of the cursor, and what of it is replaced. */
export interface InsertPosition {
  /** The whole line in which the selection begins, without its line end. */
  readonly line: string;
  /** Where the selection begins in it, in UTF-16 units. */
  readonly column: number;
  /** What stands behind the end of the selection on its line. */
  readonly rest: string;
  /** The selection ends with a line end: whole lines are replaced. */
  readonly isWholeLines: boolean;
  /** What the document ends its lines with. */
  readonly lineBreak: string;
}

/**
 * The text that puts a block of code at a place: every line indented as the line of the cursor, with the line end that
 * whole lines need. Inside a line, a block of one line is put there as it is.
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
  // What stands behind the cursor goes on in a line of its own, as far in as it was.
  return isWholeBlock && rest.trim() !== '' ? text + lineBreak + (column > 0 ? indentation : '') : text;
}
