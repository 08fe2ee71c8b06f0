import type { Block } from './ast.ts';
import { parseInlines } from './parseInlines.ts';

const fenceStart = /^ {0,3}(`{3,})([^`]*)$/;
const orderedItem = /^ {0,3}(\d{1,9})\. +(\S.*)$/;
const unorderedItem = /^ {0,3}- +(\S.*)$/;
const quoteLine = /^ {0,3}> ?(.*)$/;
const maxQuoteDepth = 8;

/**
 * Reads the Markdown subset of the interface [A32] and nothing else: a heading, a table or HTML stays the text it is,
 * and so does a fence that is never closed.
 */
export function parseBlocks(markdown: string, quoteDepth = 0): Block[] {
  const lines = markdown.replace(/\r\n?/g, '\n').split('\n');
  const lastFence = lastFenceLines(lines);
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', children: parseInlines(paragraph.join('\n')) });
    paragraph = [];
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const found = line.trim() === '' ? undefined : blockAt(lines, at, { lastFence, quoteDepth });
    if (found === undefined) {
      if (line.trim() === '') endParagraph();
      else paragraph.push(line);
      at += 1;
      continue;
    }
    endParagraph();
    blocks.push(found.block);
    at = found.end;
  }
  endParagraph();
  return blocks;
}

interface Found {
  readonly block: Block;
  /** The first line after the block. */
  readonly end: number;
}

interface Around {
  /** The last closing line of each length of fence: a fence that opens after it has no end. */
  readonly lastFence: ReadonlyMap<number, number>;
  readonly quoteDepth: number;
}

function blockAt(lines: readonly string[], at: number, around: Around): Found | undefined {
  const line = lines[at] ?? '';
  if (fenceStart.test(line)) return fenceAt(lines, at, around.lastFence);
  if (quoteLine.test(line) && around.quoteDepth < maxQuoteDepth) {
    const end = endOfRun(lines, at, quoteLine);
    const inner = lines.slice(at, end).map((quoted) => quoteLine.exec(quoted)?.[1] ?? '');
    return { block: { kind: 'quote', children: parseBlocks(inner.join('\n'), around.quoteDepth + 1) }, end };
  }
  if (orderedItem.test(line)) return listAt(lines, at, orderedItem);
  if (unorderedItem.test(line)) return listAt(lines, at, unorderedItem);
  return undefined;
}

function listAt(lines: readonly string[], at: number, item: RegExp): Found {
  const end = endOfRun(lines, at, item);
  const matches = lines.slice(at, end).map((line) => item.exec(line));
  const isOrdered = item === orderedItem;
  return {
    block: {
      kind: 'list',
      isOrdered,
      start: isOrdered ? Number(matches[0]?.[1] ?? 1) : 1,
      items: matches.map((match) => parseInlines(match?.[isOrdered ? 2 : 1] ?? '')),
    },
    end,
  };
}

/** Code runs to the first line of at least as many backticks as opened it, so code may hold shorter fences. */
function fenceAt(lines: readonly string[], at: number, lastFence: ReadonlyMap<number, number>): Found | undefined {
  const [, ticks = '', info = ''] = fenceStart.exec(lines[at] ?? '') ?? [];
  const isClosed = [...lastFence].some(([length, last]) => length >= ticks.length && last > at);
  if (!isClosed) return undefined;
  for (let end = at + 1; end < lines.length; end += 1) {
    if (closingLength(lines[end] ?? '') < ticks.length) continue;
    const code = lines
      .slice(at + 1, end)
      .map((line) => `${line}\n`)
      .join('');
    return { block: { kind: 'fence', language: info.trim().split(/\s+/)[0] ?? '', code }, end: end + 1 };
  }
  return undefined;
}

function lastFenceLines(lines: readonly string[]): Map<number, number> {
  const last = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    const length = closingLength(line);
    if (length >= 3) last.set(length, at);
  }
  return last;
}

function closingLength(line: string): number {
  return /^ {0,3}(`{3,})[ \t]*$/.exec(line)?.[1]?.length ?? 0;
}

function endOfRun(lines: readonly string[], at: number, pattern: RegExp): number {
  let end = at;
  while (end < lines.length && pattern.test(lines[end] ?? '')) end += 1;
  return end;
}
