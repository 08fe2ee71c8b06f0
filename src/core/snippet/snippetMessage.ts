import { EmptyShareError, utf8ByteLength } from '../attachments/limits.ts';
import { type FencedCode, fenceCode } from '../markdown/fencedBlocks.ts';
import { escapeInline, toServiceMarkdown } from '../markdown/toServiceMarkdown.ts';
import { findHiddenCharacters, type HiddenCharacter } from './hiddenCharacters.ts';
import { languageTag } from './languages.ts';
import { dedent, type Snippet, type SnippetRange } from './snippet.ts';
import { rangeLine, shownPath, snippetHeader } from './snippetHeader.ts';

/** A rendered message, with facts to confirm before it is sent. */
interface RenderedMessage {
  readonly markdown: string;
  /** Hidden characters of the code, with lines and columns of the file if there is one. */
  readonly hiddenCharacters: readonly HiddenCharacter[];
  /** The code contains backtick fences, and the service API only defines fences of three. */
  readonly needsLongFence: boolean;
}

interface SnippetOptions {
  readonly comment?: string | undefined;
  /** The limit of a message. The link to an editor is omitted if the message is too long with it. */
  readonly maxBytes?: number;
}

/**
 * Renders the message of a snippet: the comment, a header line with path, lines, language and commit, then each range
 * in a fence under its line numbers, without the indentation that its lines share, and with gaps marked. Paragraphs are
 * separated as the service expects [A36].
 */
export function renderSnippetMessage(snippet: Snippet, options: SnippetOptions = {}): RenderedMessage {
  const message = renderWhole(snippet, options);
  const { maxBytes = Number.POSITIVE_INFINITY } = options;
  const isLinkOmitted = snippet.editorLink !== undefined && utf8ByteLength(message.markdown) > maxBytes;
  return isLinkOmitted ? renderWhole({ ...snippet, editorLink: undefined }, options) : message;
}

function renderWhole(snippet: Snippet, options: SnippetOptions): RenderedMessage {
  const ranges = [...snippet.ranges].sort((a, b) => a.startLine - b.startLine);
  const tag = languageTag(snippet.languageId);
  const blocks = ranges.map(({ text }) => fenceBlock(dedent(text), tag));
  const paragraphs = [toServiceMarkdown(options.comment ?? ''), snippetHeader(snippet, ranges)];
  for (const [index, range] of ranges.entries()) {
    const before = ranges[index - 1];
    const gap = before ? range.startLine - before.endLine - 1 : 0;
    if (gap > 0) paragraphs.push(`⋯ ${gap} ${gap === 1 ? 'line' : 'lines'} not shown`);
    if (ranges.length > 1) paragraphs.push(rangeLine(range));
    paragraphs.push(blocks[index]?.markdown ?? '');
  }
  return messageOf(paragraphs, blocks, ranges.flatMap(hiddenIn));
}

/** The closing fence supplies the last LF, so that the lines arrive byte for byte and without a blank line. */
function fenceBlock(text: string, tag: string): FencedCode {
  return fenceCode(text.endsWith('\n') ? text.slice(0, -1) : text, tag);
}

function messageOf(
  paragraphs: readonly string[],
  blocks: readonly FencedCode[],
  hiddenCharacters: readonly HiddenCharacter[],
): RenderedMessage {
  const markdown = paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
  return { markdown, hiddenCharacters, needsLongFence: blocks.some((block) => !block.isPlainTripleFence) };
}

function hiddenIn(range: SnippetRange): HiddenCharacter[] {
  return findHiddenCharacters(range.text).map((found) => ({ ...found, line: found.line + range.startLine - 1 }));
}

/** A message of text that does not come from a file: a heading and blocks. */
export interface BlockMessage {
  /** What the text is; the first part is bold. Plain text. */
  readonly heading: readonly (string | HeadingLink)[];
  readonly blocks: readonly MessageBlock[];
}

/** A part of a heading that leads to a web page. */
interface HeadingLink {
  /** Plain text. */
  readonly label: string;
  /** A percent-encoded URL. */
  readonly url: string;
}

interface MessageBlock {
  /** English, because other people read it. Plain text. */
  readonly caption?: string;
  readonly text: string;
  /** The tag of the opening fence; `''` for none. */
  readonly language: string;
}

function headingPart(part: string | HeadingLink): string {
  if (typeof part === 'string') return escapeInline(shownPath(part));
  return `[${escapeInline(shownPath(part.label))}](<${part.url}>)`;
}

/** The heading as plain text: for a file, whose text is no Markdown. */
export function plainHeading({ heading }: Pick<BlockMessage, 'heading'>): string {
  const labels = heading.map((part) => shownPath(typeof part === 'string' ? part : part.label));
  const links = heading.flatMap((part) => (typeof part === 'string' ? [] : part.url));
  return [labels.join(' · '), ...links].join('\n');
}

/**
 * Renders the comment, the heading, and every block in a fence that its content cannot end [A34]. Throws
 * `EmptyShareError` when all blocks are blank.
 */
export function renderBlockMessage({ heading, blocks }: BlockMessage, comment?: string): RenderedMessage {
  if (blocks.every(({ text }) => text.trim() === '')) throw new EmptyShareError();
  const [name = '', ...facts] = heading;
  const others = facts.filter((part) => part !== '').map(headingPart);
  const fenced = blocks.map(({ caption = '', text, language }) => ({ caption, ...fenceBlock(text, language) }));
  const paragraphs = [
    toServiceMarkdown(comment ?? ''),
    [`**${headingPart(name)}**`, ...others].join(' · '),
    ...fenced.flatMap(({ caption, markdown }) => [escapeInline(caption), markdown]),
  ];
  const hidden = blocks.flatMap(({ text }) => findHiddenCharacters(text));
  return messageOf(paragraphs, fenced, hidden);
}
