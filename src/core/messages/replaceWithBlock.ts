import { textLines } from '../markdown/textLines.ts';

/**
 * The text with a block in the place of some of its lines: what a file would be if it had the lines as they were shared.
 * A block that was shared without its indentation gets that of the lines it takes the place of.
 * @param range 1-based, both inclusive; what of it the text does not have counts as its end
 */
export function replaceWithBlock(
  text: string,
  code: string,
  range: { readonly startLine: number; readonly endLine: number },
): string {
  const lines = textLines(text);
  const start = Math.min(range.startLine - 1, lines.length);
  const replaced = lines.slice(start, range.endLine);
  const end = lines[0]?.end || '\n';
  const indentation = missingIndentation(
    replaced.map((line) => line.text),
    code,
  );
  const block = textLines(code.replace(/\r?\n$/, '')).map((line) =>
    line.text.trim() === '' ? line.text : indentation + line.text,
  );
  const isLast = range.endLine >= lines.length && replaced.at(-1)?.end === '';
  const before = lines.slice(0, start).map((line) => line.text + line.end);
  const after = lines.slice(range.endLine).map((line) => line.text + line.end);
  return [...before, block.join(end) + (isLast ? '' : end), ...after].join('');
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
