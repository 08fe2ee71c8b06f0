import { type TextLine, textLines } from '../markdown/textLines.ts';

/**
 * The text with a block in the place of some of its lines: what a file would be if it had the lines as they were shared.
 * A block that was shared without its indentation gets that of the lines it takes the place of.
 * @param range 1-based, both inclusive; what of it the text does not have counts as its end. An empty one (`endLine` is
 *   `startLine - 1`) puts the block before `startLine`.
 * @param known what the file has before each line of the block, where that is known
 */
export function replaceWithBlock(
  text: string,
  code: string,
  range: { readonly startLine: number; readonly endLine: number },
  known?: string,
): string {
  const lines = textLines(text);
  const isEmpty = range.endLine < range.startLine || range.startLine > lines.length;
  // Behind the last line end there is no line to put a block behind.
  const lastStart = isEmpty && lines.at(-1)?.text === '' ? lines.length - 1 : lines.length;
  const start = Math.min(range.startLine - 1, lastStart);
  const next = isEmpty ? start : range.endLine;
  const replaced = lines.slice(start, next);
  const end = lines[0]?.end || '\n';
  const theirs = code.replace(/\r?\n$/, '');
  const indentation = known ?? missingIndentation(textsOf(replaced), theirs);
  const block = textsOf(textLines(theirs)).map((line) => (line.trim() === '' ? line : indentation + line));
  const isLast = next >= lines.length && (isEmpty || replaced.at(-1)?.end === '');
  const before = lines.slice(0, start).map((line) => line.text + (line.end || end));
  const after = lines.slice(next).map((line) => line.text + line.end);
  return [...before, block.join(end) + (isLast ? '' : end), ...after].join('');
}

function textsOf(lines: readonly TextLine[]): readonly string[] {
  return lines.map((line) => line.text);
}

function missingIndentation(replaced: readonly string[], code: string): string {
  const mine = indentationOf(replaced);
  const theirs = indentationOf(code.split(/\r?\n/));
  return mine.startsWith(theirs) ? mine.slice(theirs.length) : '';
}

/** That of the first line that is not blank. */
function indentationOf(lines: readonly string[]): string {
  return /^[ \t]*/.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0] ?? '';
}
