import { textLines } from '../base/text/textLines.ts';
import { fencedBlocks } from '../markdown/fencedBlocks.ts';
import { firstLineOf } from '../messages/messageText.ts';
import { isRangeLine, parseChangesHeading, parseSnippetHeader } from '../snippet/snippetHeader.ts';

/** The lines of a message that are neither code nor above it, without white space at their ends. */
export function proseLines(markdown: string): readonly string[] {
  const blocks = fencedBlocks(markdown);
  const isCode = (at: number): boolean => blocks.some(({ firstLine, lastLine }) => at >= firstLine && at <= lastLine);
  return textLines(markdown)
    .filter((_, at) => !isCode(at))
    .map(({ text }) => text.trim())
    .filter((text) => parseSnippetHeader(text) === undefined && !isRangeLine(text));
}

const link = /\[([^[\]]*)\]\([^()\s]*\)/g;

/**
 * The first words of a message that are neither code nor above it, with links as their text; empty if there are none. Those
 * above changes are plain.
 */
export function firstWords(markdown: string): string {
  const line = firstLineOf(proseLines(markdown).join('\n')).replace(link, '$1');
  const repository = parseChangesHeading(line);
  return repository === undefined ? line : `${repository}${line.slice(line.indexOf('** · ') + 2)}`;
}
