import { textLines } from '../base/text/textLines.ts';
import { fencedBlocks } from '../markdown/fencedBlocks.ts';
import { firstLineOf } from '../messages/messageText.ts';
import { parseSnippetHeader } from '../snippet/snippetHeader.ts';

/** The first words of a message that are neither code nor above it; empty if there are none. */
export function firstWords(markdown: string): string {
  const blocks = fencedBlocks(markdown);
  const isCode = (at: number): boolean => blocks.some(({ firstLine, lastLine }) => at >= firstLine && at <= lastLine);
  // The line above one of several ranges.
  const isRange = (text: string): boolean => /^\[?lines? \d+(?:–\d+)?(?:\]\(<\S*>\))?$/.test(text);
  const words = textLines(markdown)
    .filter((_, at) => !isCode(at))
    .map(({ text }) => text.trim())
    .filter((text) => parseSnippetHeader(text) === undefined && !isRange(text));
  return firstLineOf(words.join('\n'));
}
