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

/** Escaped characters, links, code, emphasis, and what is struck out, not one in another. */
const marked = new RegExp(
  [
    String.raw`\\(?<escaped>[!-/:-@[-\x60{-~])`,
    String.raw`\[(?<linked>[^[\]]*)\]\([^()\s]*\)`,
    String.raw`\x60(?<code>[^\x60]+)\x60`,
    String.raw`(?<![\w*])(?<stars>\*{1,3})(?=[^\s*])(?<strong>[^*]*[^\s*])\k<stars>(?![\w*])`,
    String.raw`(?<!\w)(?<low>_{1,3})(?=[^\s_])(?<emphasis>[^_]*[^\s_])\k<low>(?!\w)`,
    '~~(?<struck>[^~]+)~~',
  ].join('|'),
  'g',
);

type Marks = Partial<Record<'escaped' | 'linked' | 'code' | 'strong' | 'emphasis' | 'struck', string>>;

/** A line of prose without the marks of Markdown, which screen readers and lists would show as characters. */
function withoutMarks(line: string): string {
  const inner = (text: string): string =>
    text.replace(marked, (...found) => {
      const { escaped, linked, code, strong, emphasis, struck }: Marks = found.at(-1);
      return escaped ?? code ?? inner(linked ?? strong ?? emphasis ?? struck ?? '');
    });
  return inner(line.replace(/^(?:#{1,6}|>)\s+/, ''));
}

/**
 * The first words of a message that are neither code nor above it, as plain text; empty if there are none.
 */
export function firstWords(markdown: string): string {
  const line = firstLineOf(proseLines(markdown).join('\n'));
  const repository = parseChangesHeading(line);
  return repository === undefined ? withoutMarks(line) : `${repository}${line.slice(line.indexOf('** · ') + 2)}`;
}
