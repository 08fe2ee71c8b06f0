import { EmptyShareError, utf8ByteLength } from '../attachments/limits.ts';
import { fenceCode } from '../markdown/fencedBlocks.ts';
import { toServiceMarkdown } from '../markdown/toServiceMarkdown.ts';
import { dedent } from './dedent.ts';
import { findHiddenCharacters, type HiddenCharacter } from './hiddenCharacters.ts';
import { languageTag } from './languages.ts';
import type { Snippet, SnippetRange } from './snippet.ts';
import { rangeLine, snippetHeader } from './snippetHeader.ts';

/** The rendered snippet, with facts to confirm before it is sent. */
export interface SnippetMessage {
  readonly markdown: string;
  /** UTF-8. */
  readonly byteLength: number;
  /** Hidden characters of the code, with lines and columns of the file. */
  readonly hiddenCharacters: readonly HiddenCharacter[];
  /** The code contains backtick fences, and the service API only defines fences of three. */
  readonly needsLongFence: boolean;
}

export interface SnippetOptions {
  readonly comment?: string | undefined;
  readonly dedent?: boolean | undefined;
  /** The limit of a message. The link to an editor is omitted if the message is too long with it. */
  readonly maxBytes?: number;
}

/**
 * Renders the message of a snippet: the comment, a header line with path, lines, language and commit, then each range
 * in a fence under its line numbers, with gaps marked. Paragraphs are separated as the service expects [A36]. Throws
 * `EmptyShareError` when all ranges are blank.
 */
export function renderSnippetMessage(snippet: Snippet, options: SnippetOptions = {}): SnippetMessage {
  const message = renderWhole(snippet, options);
  if (snippet.editorLink === undefined || message.byteLength <= (options.maxBytes ?? Number.POSITIVE_INFINITY))
    return message;
  return renderWhole({ ...snippet, editorLink: undefined }, options);
}

function renderWhole(snippet: Snippet, options: SnippetOptions): SnippetMessage {
  const ranges = [...snippet.ranges].sort((a, b) => a.startLine - b.startLine);
  if (ranges.every((range) => range.text.trim() === '')) throw new EmptyShareError();
  const tag = languageTag(snippet.languageId);
  const blocks = ranges.map((range) => fenceCode(linesToFence(range, options.dedent === true), tag));
  const paragraphs = [toServiceMarkdown(options.comment ?? ''), snippetHeader(snippet, ranges)];
  for (const [index, range] of ranges.entries()) {
    const before = ranges[index - 1];
    const gap = before ? range.startLine - before.endLine - 1 : 0;
    if (gap > 0) paragraphs.push(`⋯ ${gap} ${gap === 1 ? 'line' : 'lines'} not shown`);
    if (ranges.length > 1) paragraphs.push(rangeLine(range));
    paragraphs.push(blocks[index]?.markdown ?? '');
  }
  const markdown = paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
  return {
    markdown,
    byteLength: utf8ByteLength(markdown),
    hiddenCharacters: ranges.flatMap(hiddenIn),
    needsLongFence: blocks.some((block) => !block.isPlainTripleFence),
  };
}

/** The closing fence supplies the last LF, so that the lines arrive byte for byte and without a blank line. */
function linesToFence(range: SnippetRange, isDedented: boolean): string {
  const text = isDedented ? dedent(range.text) : range.text;
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

function hiddenIn(range: SnippetRange): HiddenCharacter[] {
  return findHiddenCharacters(range.text).map((found) => ({ ...found, line: found.line + range.startLine - 1 }));
}
