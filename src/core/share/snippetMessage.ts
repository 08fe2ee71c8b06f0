import { escapeInline } from '../markdown/escapeInline.ts';
import { dedent } from './dedent.ts';
import { fenceCode } from './fence.ts';
import { findHiddenCharacters, type HiddenCharacter, showHiddenCharacters } from './hiddenCharacters.ts';
import { languageName } from './languageName.ts';
import { languageTag } from './languageTag.ts';
import { EmptyShareError, utf8ByteLength } from './limits.ts';
import { toServiceMarkdown } from './messageText.ts';
import type { Snippet, SnippetRange } from './snippet.ts';

/** A snippet as it will be sent, with what the user should know before it goes. */
export interface SnippetMessage {
  readonly markdown: string;
  /** UTF-8. */
  readonly byteLength: number;
  /** Those of the code, by the lines and columns of the file. */
  readonly hiddenCharacters: readonly HiddenCharacter[];
  /** The code holds backtick fences, and the interface promises only fences of three. */
  readonly needsLongFence: boolean;
}

/**
 * Writes the message of a snippet: the comment, a header line with path, lines and language, then every range fenced
 * under its own line numbers with the gaps marked. Every paragraph is one of service-api.md "Message formatting".
 * Throws `EmptyShareError` when no range holds more than white space.
 */
export function renderSnippetMessage(
  snippet: Snippet,
  options: { comment?: string | undefined; dedent?: boolean | undefined } = {},
): SnippetMessage {
  const ranges = [...snippet.ranges].sort((a, b) => a.startLine - b.startLine);
  if (ranges.every((range) => range.text.trim() === '')) throw new EmptyShareError();
  const tag = languageTag(snippet.languageId);
  const blocks = ranges.map((range) => fenceCode(linesToFence(range, options.dedent === true), tag));
  const paragraphs = [toServiceMarkdown(options.comment ?? ''), headerLine(snippet, ranges)];
  for (const [index, range] of ranges.entries()) {
    const before = ranges[index - 1];
    const gap = before ? range.startLine - before.endLine - 1 : 0;
    if (gap > 0) paragraphs.push(`⋯ ${gap} ${gap === 1 ? 'line' : 'lines'} not shown`);
    if (ranges.length > 1) paragraphs.push(`${range.startLine === range.endLine ? 'line' : 'lines'} ${numbers(range)}`);
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

/** The last LF is left to the closing fence, which puts it back: the lines arrive byte for byte, with no blank line after them. */
function linesToFence(range: SnippetRange, isDedented: boolean): string {
  const text = isDedented ? dedent(range.text) : range.text;
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

function headerLine(snippet: Snippet, ranges: readonly SnippetRange[]): string {
  const only = ranges.length === 1 ? ranges[0] : undefined;
  const isOneLine = only !== undefined && only.startLine === only.endLine;
  const parts = [
    `**${escapeInline(shownPath(snippet.path))}**`,
    `${isOneLine ? 'line' : 'lines'} ${ranges.map(numbers).join(', ')}`,
    escapeInline(languageName(snippet.languageId)),
  ];
  if (snippet.isUntitled) parts.push('untitled');
  else if (snippet.isUnsaved) parts.push('unsaved changes');
  return parts.filter((part) => part !== '').join(' · ');
}

/** Bold text must not begin or end with white space, else its asterisks are shown instead. */
function shownPath(path: string): string {
  return showHiddenCharacters(path).replace(/^\s+|\s+$/g, (edge) => '␣'.repeat(edge.length)) || 'untitled';
}

function numbers(range: SnippetRange): string {
  return range.startLine === range.endLine ? `${range.startLine}` : `${range.startLine}–${range.endLine}`;
}

function hiddenIn(range: SnippetRange): HiddenCharacter[] {
  return findHiddenCharacters(range.text).map((found) => ({ ...found, line: found.line + range.startLine - 1 }));
}
