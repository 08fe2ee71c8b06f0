import { isBlankLine, type TextLine, textLines } from './textLines.ts';

/** A fenced code block of the service's subset [A34]: backticks only, never tildes. */
export interface FencedBlock {
  /** The first word after the opening fence. */
  readonly language: string;
  /** Without the line break that belongs to the closing fence. */
  readonly code: string;
  /** The opening run of backticks. */
  readonly fence: string;
  /** False when the text or the quote or list around the block ended before a closing fence came. */
  readonly isClosed: boolean;
  /** What stands before a closing fence of this block on its line. */
  readonly prefix: string;
  /** Zero-based line of the opening fence. */
  readonly firstLine: number;
  /** Zero-based last line that belongs to the block. */
  readonly lastLine: number;
}

interface Opening {
  readonly quoteDepth: number;
  /** The column where the content of the list item begins that holds the block; 0 outside lists. */
  readonly base: number;
  readonly indent: number;
  readonly fence: string;
  readonly info: string;
}

/** The quotes and list items that are open at a line. */
interface Containers {
  quoteDepth: number;
  /** Where the content of each open list item begins, the innermost last. */
  readonly bases: number[];
  /** The line before was words, which may run on into a line that lacks the marks of their containers. */
  isInParagraph: boolean;
  /** The line before was a list mark alone; a blank line after it ends the item. */
  isAfterBareMark: boolean;
}

const listMark = /^(?:[-*+]|\d{1,9}[.)])(?: {1,4}(?! )| |$)/;
const interruptingMark = /^(?:[-*+]|1[.)]) +\S/;

/**
 * Finds the fenced code blocks of a message without a Markdown parser, so that reading code out of many messages loads
 * nothing. Blocks inside quotes and list items lose what their container puts before each line.
 */
export function fencedBlocks(markdown: string): FencedBlock[] {
  const lines = textLines(markdown);
  const blocks: FencedBlock[] = [];
  const containers: Containers = { quoteDepth: 0, bases: [], isInParagraph: false, isAfterBareMark: false };
  for (let index = 0; index < lines.length; index++) {
    const opening = readOpening(lines[index]?.text ?? '', containers);
    if (!opening) continue;
    const block = readBlock(lines, index, opening);
    blocks.push(block);
    index = block.lastLine;
  }
  return blocks;
}

/** Enters and leaves the containers of one line, and tells the opening fence when the line is one. */
function readOpening(text: string, containers: Containers): Opening | undefined {
  const { bases } = containers;
  const quotes = /^(?: {0,3}> ?)*/.exec(text)?.[0] ?? '';
  const quoteDepth = quotes.split('>').length - 1;
  const line = text.slice(quotes.length);
  const isRunOn = quoteDepth <= containers.quoteDepth && isRunningOn(line, bases, quoteDepth < containers.quoteDepth);
  if (containers.isInParagraph && isRunOn) return undefined;
  if (quoteDepth !== containers.quoteDepth) bases.length = 0;
  containers.quoteDepth = quoteDepth;
  containers.isInParagraph = false;
  if (containers.isAfterBareMark && isBlankLine(line)) bases.pop();
  containers.isAfterBareMark = false;
  // Lines indented with a tab begin neither a fence nor a list item of a message anybody writes.
  if (isBlankLine(line) || /^ *\t/.test(line)) return undefined;
  const column = enterListItems(line, bases);
  const base = bases.at(-1) ?? 0;
  const fence = column - base > 3 ? null : /^(`{3,})([^`]*)$/.exec(line.slice(column));
  containers.isInParagraph = !fence && column < line.length && column - base <= 3;
  containers.isAfterBareMark = column >= line.length;
  return fence ? { quoteDepth, base, indent: column, fence: fence[1] ?? '', info: fence[2] ?? '' } : undefined;
}

/** Whether words in a line go on with the paragraph above rather than begin something. */
function isRunningOn(line: string, bases: readonly number[], isOutsideQuote: boolean): boolean {
  const column = columnOfText(line);
  if (isBlankLine(line)) return false;
  const rest = line.replace(/^[ \t]+/, '');
  const base = lastAtMost(bases, column);
  if (column - base > 3) return true;
  // Within a paragraph only some marks begin a list; outside the quote or item that holds it all of them do.
  const isOutside = isOutsideQuote || column < (bases.at(-1) ?? 0);
  if (isOutside && listMark.test(rest)) return false;
  return !interruptingMark.test(rest) && !/^`{3,}[^`]*$/.test(rest);
}

/** The greatest of the ascending bases that is at most the column; 0 without one. A line can open thousands of them. */
function lastAtMost(bases: readonly number[], column: number): number {
  let [low, high] = [0, bases.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bases[middle] ?? 0) <= column) low = middle + 1;
    else high = middle;
  }
  return bases[low - 1] ?? 0;
}

/** Leaves the list items that a line is not indented for, enters those it begins, and gives the column of its text. */
function enterListItems(line: string, bases: number[]): number {
  let column = columnOfText(line);
  while ((bases.at(-1) ?? 0) > column) bases.pop();
  for (;;) {
    const mark = listMark.exec(line.slice(column))?.[0];
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
  // The block speaks with the line break of its opening line: in a CRLF message the last CR belongs to the fence, in an
  // LF message it belongs to the code.
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

/** Takes the quote marks off a line; undefined when it has fewer, which ends the quote and any block in it. */
function withoutQuotes(text: string, depth: number): string | undefined {
  let rest = text;
  for (let left = depth; left > 0; left--) {
    const mark = /^ {0,3}> ?/.exec(rest);
    if (!mark) return undefined;
    rest = rest.slice(mark[0].length);
  }
  return rest;
}

/** Where a line's text begins, a tab reaching to the next multiple of four. */
function columnOfText(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === '\t') column += 4 - (column % 4);
    else if (character === ' ') column++;
    else break;
  }
  return column;
}
