import { isBlankLine, type TextLine, textLines } from '../base/text/textLines.ts';

/** Fenced code, to be placed between line breaks of a message. */
export interface FencedCode {
  readonly markdown: string;
  /** The backticks of the fence. */
  readonly fence: string;
  /**
   * The service API only defines fences of three backticks [A34]. False when the code contains three or more, so that a
   * longer fence is needed and a file may be better.
   */
  readonly isPlainTripleFence: boolean;
}

/**
 * Fences code with a fence that the code cannot end, and keeps the code byte for byte: CRLF, tabs, and a final line
 * break or none. The code starts on its own line; otherwise its first line would be read as the language.
 */
export function fenceCode(code: string, language: string): FencedCode {
  const longestRun = (code.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
  const fence = '`'.repeat(Math.max(3, longestRun + 1));
  // Only characters that occur in names of languages, so that the tag cannot end the opening line.
  const tag = language.replace(/[^\p{L}\p{N}+#._-]/gu, '');
  return { markdown: `${fence}${tag}\n${code}\n${fence}`, fence, isPlainTripleFence: fence.length === 3 };
}

/** A fenced code block of the service's subset [A34]: backticks only, never tildes. */
export interface FencedBlock {
  /** The first word after the opening fence. */
  readonly language: string;
  /** Without the line break before the closing fence. */
  readonly code: string;
  /** The opening run of backticks. */
  readonly fence: string;
  /** False when the text, or the quote or list around the block, ended before a closing fence. */
  readonly isClosed: boolean;
  /** The quote markers and indentation before a closing fence of this block. */
  readonly prefix: string;
  /** Zero-based line of the opening fence. */
  readonly firstLine: number;
  /** Zero-based last line of the block. */
  readonly lastLine: number;
}

interface Opening {
  readonly quoteDepth: number;
  /** The content column of the list item that contains the block; 0 outside lists. */
  readonly base: number;
  readonly indent: number;
  readonly fence: string;
  readonly info: string;
}

/** The quotes and list items that are open at a line. */
interface Containers {
  quoteDepth: number;
  /** The content column of each open list item, the innermost last. */
  readonly bases: number[];
  /** The previous line is paragraph text, which can continue without the markers of its containers. */
  isInParagraph: boolean;
  /** The previous line is only a list marker; a blank line after it ends the item. */
  isAfterEmptyMarker: boolean;
}

const listMarker = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]*$| {1,4}(?! )| )/;
/** Only spaces and tabs are space to Markdown: a no-break space or a byte order mark is text. */
const interruptingMarker = /^(?:[-*+]|1[.)]) +[^ \t]/;
const openingFence = /^(`{3,})([^`]*)$/;
/** A heading or a thematic break, which is no paragraph and ends one. */
const headingOrBreak = /^(?:#{1,6}(?:[ \t]|$)|(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$)/;
/** Makes the paragraph above it a heading. */
const underline = /^(?:=+|-+)[ \t]*$/;

// decisions/0026
/**
 * Finds the fenced code blocks of a message without loading a Markdown parser. The marks and indentation of quotes and
 * list items are removed from the blocks inside.
 */
export function fencedBlocks(markdown: string): FencedBlock[] {
  const lines = textLines(markdown);
  const blocks: FencedBlock[] = [];
  const containers: Containers = { quoteDepth: 0, bases: [], isInParagraph: false, isAfterEmptyMarker: false };
  for (let index = 0; index < lines.length; index++) {
    const opening = readOpening(lines[index]?.text ?? '', containers);
    if (!opening) continue;
    const block = readBlock(lines, index, opening);
    blocks.push(block);
    index = block.lastLine;
  }
  return blocks;
}

/** Updates the containers for one line, and returns the opening fence if the line is one. */
function readOpening(text: string, containers: Containers): Opening | undefined {
  const { bases } = containers;
  const quotes = /^(?: {0,3}> ?)*/.exec(text)?.[0] ?? '';
  const quoteDepth = quotes.split('>').length - 1;
  const line = text.slice(quotes.length);
  const continued = containers.isInParagraph && quoteDepth <= containers.quoteDepth;
  const role = continued ? roleBelowParagraph(line, bases, quoteDepth < containers.quoteDepth) : 'start';
  if (role === 'text') return undefined;
  containers.isInParagraph = false;
  if (role === 'underline') return undefined;
  if (quoteDepth !== containers.quoteDepth) bases.length = 0;
  containers.quoteDepth = quoteDepth;
  if (containers.isAfterEmptyMarker && isBlankLine(line)) bases.pop();
  containers.isAfterEmptyMarker = false;
  // In practice, lines indented with a tab start neither a fence nor a list item.
  if (isBlankLine(line) || /^ *\t/.test(line)) return undefined;
  const column = enterListItems(line, bases);
  const base = bases.at(-1) ?? 0;
  const fence = column - base > 3 ? null : openingFence.exec(line.slice(column));
  containers.isInParagraph = !fence && column - base <= 3 && isParagraph(line.slice(column));
  containers.isAfterEmptyMarker = column >= line.length;
  return fence ? { quoteDepth, base, indent: column, fence: fence[1] ?? '', info: fence[2] ?? '' } : undefined;
}

/** Whether the text of a list item is one of a paragraph, also behind a tab and in quotes. */
function isParagraph(text: string): boolean {
  const inner = text.replace(/^[ \t>]+/, '');
  return inner !== '' && !headingOrBreak.test(inner) && !openingFence.test(inner);
}

/** Whether a line below a paragraph continues it, makes it a heading, or starts something new. */
function roleBelowParagraph(line: string, bases: readonly number[], isOutsideQuote: boolean) {
  const column = columnOfText(line);
  if (isBlankLine(line)) return 'start';
  const rest = line.replace(/^[ \t]+/, '');
  if (column - lastAtMost(bases, column) > 3) return 'text';
  // Only some marks can interrupt a paragraph; outside its quote or item, all of them can.
  const isOutside = isOutsideQuote || column < (bases.at(-1) ?? 0);
  if (isOutside && listMarker.test(rest)) return 'start';
  if (!isOutside && underline.test(rest)) return 'underline';
  const isInterrupted = [interruptingMarker, headingOrBreak, openingFence].some((mark) => mark.test(rest));
  return isInterrupted ? 'start' : 'text';
}

/**
 * The greatest of the ascending bases that is at most the column; 0 if there is none. Binary search, because a line can
 * open thousands of items.
 */
function lastAtMost(bases: readonly number[], column: number): number {
  let low = 0;
  let high = bases.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bases[middle] ?? 0) <= column) low = middle + 1;
    else high = middle;
  }
  return bases[low - 1] ?? 0;
}

/** Closes list items that the line is not indented for, opens new ones, and returns the column of the text. */
function enterListItems(line: string, bases: number[]): number {
  let column = columnOfText(line);
  while ((bases.at(-1) ?? 0) > column) bases.pop();
  // Only of the whole line: testing each item of `- - - a` would take quadratic time.
  if (headingOrBreak.test(line.slice(column))) return column;
  for (;;) {
    const mark = listMarker.exec(line.slice(column))?.[0];
    if (mark === undefined || column - (bases.at(-1) ?? 0) > 3) return column;
    const isBare = isBlankLine(line.slice(column + mark.length));
    column += isBare ? mark.trimEnd().length + 1 : mark.length;
    bases.push(column);
    column += /^ */.exec(line.slice(column))?.[0].length ?? 0;
  }
}

function readBlock(lines: readonly TextLine[], firstLine: number, opening: Opening): FencedBlock {
  const { quoteDepth, base, indent, fence } = opening;
  const closing = new RegExp(`^ {${base},${base + 3}}\`{${fence.length},}[ \\t]*$`);
  const indentation = new RegExp(`^ {0,${indent}}`);
  let code = '';
  let isClosed = false;
  let next = firstLine + 1;
  for (; next < lines.length && !isClosed; next++) {
    const line = lines[next] as TextLine;
    const text = withoutQuotes(line.text, quoteDepth);
    if (text === undefined || (!isBlankLine(text) && columnOfText(text) < base)) break;
    isClosed = closing.test(text);
    if (!isClosed) code += text.replace(indentation, '') + line.end;
  }
  // The block uses the line break of its opening line: in a CRLF message the last CR belongs to the fence, in an LF
  // message to the code.
  const end = lines[firstLine]?.end ?? '';
  return {
    language: opening.info.trim().split(/\s/)[0] ?? '',
    code: end !== '' && code.endsWith(end) ? code.slice(0, -end.length) : code,
    fence,
    isClosed,
    prefix: '> '.repeat(quoteDepth) + ' '.repeat(indent),
    firstLine,
    lastLine: next - 1,
  };
}

/** Removes the quote markers from a line; `undefined` if it has fewer, which ends the quote and any block in it. */
function withoutQuotes(text: string, depth: number): string | undefined {
  let rest = text;
  for (let left = depth; left > 0; left--) {
    const mark = /^ {0,3}> ?/.exec(rest);
    if (!mark) return undefined;
    rest = rest.slice(mark[0].length);
  }
  return rest;
}

/** The column of a line's text. A tab extends to the next multiple of four. */
function columnOfText(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === '\t') column += 4 - (column % 4);
    else if (character === ' ') column++;
    else break;
  }
  return column;
}
