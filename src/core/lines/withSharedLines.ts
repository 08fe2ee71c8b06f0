import { type TextLine, textLines } from '../base/text/textLines.ts';
import type { LineRange } from '../git/lineMap.ts';
import type { SharedBlock } from '../messages/sharedBlocks.ts';
import type { BlockLines } from './findBlock.ts';

/** The file with the shared lines in place of the current ones. If the file has no similar lines, they are inserted. */
export function withSharedLines(text: string, { code, origin }: SharedBlock, current: BlockLines | undefined): string {
  const startLine = origin?.startLine ?? 1;
  const { indentation, ...range } = current ?? { startLine, endLine: startLine - 1 };
  return replaceWithBlock(text, code, range, indentation);
}

/**
 * Replaces lines of a text with a block, to show what the file would be with the shared lines. A block that was shared
 * without its indentation gets that of the replaced lines.
 * @param range 1-based, both inclusive; lines beyond the text count as its end. An empty range (`endLine` is `startLine
 *   - 1`) inserts the block before `startLine`.
 * @param known the indentation of the file before each line of the block, if known
 */
export function replaceWithBlock(text: string, code: string, range: LineRange, known?: string): string {
  const lines = textLines(text);
  const isEmpty = range.endLine < range.startLine || range.startLine > lines.length;
  // A block cannot be inserted after a trailing line break.
  const lastStart = isEmpty && lines.at(-1)?.text === '' ? lines.length - 1 : lines.length;
  const start = Math.min(range.startLine - 1, lastStart);
  const next = isEmpty ? start : range.endLine;
  const replaced = lines.slice(start, next);
  const end = lines[0]?.end || '\n';
  const blockText = code.replace(/\r?\n$/, '');
  const indentation = known ?? missingIndentation(textsOf(replaced), blockText);
  const block = textsOf(textLines(blockText)).map((line) => (line.trim() === '' ? line : indentation + line));
  const isLast = next >= lines.length && (isEmpty || replaced.at(-1)?.end === '');
  const before = lines.slice(0, start).map((line) => line.text + (line.end || end));
  const after = lines.slice(next).map((line) => line.text + line.end);
  return [...before, block.join(end) + (isLast ? '' : end), ...after].join('');
}

function textsOf(lines: readonly TextLine[]): readonly string[] {
  return lines.map((line) => line.text);
}

function missingIndentation(replaced: readonly string[], code: string): string {
  const fileIndentation = indentationOf(replaced);
  const blockIndentation = indentationOf(code.split(/\r?\n/));
  return fileIndentation.startsWith(blockIndentation) ? fileIndentation.slice(blockIndentation.length) : '';
}

/** The indentation of the first line that is not blank. */
function indentationOf(lines: readonly string[]): string {
  return /^[ \t]*/.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0] ?? '';
}
