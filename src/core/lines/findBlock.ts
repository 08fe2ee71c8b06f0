import { textLines } from '../base/text/textLines.ts';
import type { LineRange } from '../git/lineMap.ts';
import { dedent } from '../snippet/snippet.ts';

/** The lines of a block in a text. */
export interface BlockLines extends LineRange {
  /** The indentation of the text that the block does not have, if known. */
  readonly indentation?: string;
}

/**
 * Finds the lines of a block in a text, at their old line first, then as near to it as possible. Common indentation and
 * line breaks are ignored, because blocks are shared without them. `undefined` if they are not there.
 * @param startLine 1-based, where the block was
 */
export function findBlock(text: string, code: string, startLine: number): BlockLines | undefined {
  const wanted = relativeLines(linesOf(dedent(code.replace(/\r?\n$/, ''))));
  const lines = relativeLines(linesOf(text));
  const first = wanted.findIndex(({ content }) => content !== '');
  if (first < 0) return undefined;
  let best: BlockLines | undefined;
  for (const at of placesOf(wanted, lines, first)) {
    const own = lines[at + first]?.indentation ?? '';
    const want = wanted[first]?.indentation ?? '';
    const isNearer = best === undefined || Math.abs(at + 1 - startLine) < Math.abs(best.startLine - startLine);
    if (!isNearer || !own.endsWith(want)) continue;
    const indentation = own.slice(0, own.length - want.length);
    best = { startLine: at + 1, endLine: at + wanted.length, indentation };
  }
  return best;
}

/** A line without its indentation, and how that differs from the one of the last line with text. */
interface RelativeLine {
  readonly content: string;
  readonly indentation: string;
  readonly change: string;
}

function relativeLines(lines: readonly string[]): readonly RelativeLine[] {
  let before = '';
  return lines.map((line) => {
    const content = line.trim() === '' ? '' : line.trimStart();
    const indentation = content === '' ? '' : line.slice(0, line.length - content.length);
    if (content === '') return { content, indentation, change: '' };
    let common = 0;
    while (common < before.length && before[common] === indentation[common]) common++;
    const change = JSON.stringify([before.slice(common), indentation.slice(common)]);
    before = indentation;
    return { content, indentation, change };
  });
}

/**
 * The zero-based places of a block in lines that have any common indentation more, by the algorithm of Knuth, Morris and
 * Pratt: the time grows with the sum of both lengths, also where all lines are equal.
 * @param first the first line of the block with text, whose own indentation does not matter
 */
function placesOf(wanted: readonly RelativeLine[], lines: readonly RelativeLine[], first: number): readonly number[] {
  const isSame = (at: number, line: RelativeLine | undefined): boolean =>
    wanted[at]?.content === line?.content && (at <= first || wanted[at]?.change === line?.change);
  const borders = [0];
  const advance = (length: number, line: RelativeLine | undefined): number => {
    let matched = length === wanted.length ? (borders[length - 1] ?? 0) : length;
    while (matched > 0 && !isSame(matched, line)) matched = borders[matched - 1] ?? 0;
    return isSame(matched, line) ? matched + 1 : 0;
  };
  for (let at = 1; at < wanted.length; at++) borders.push(advance(borders[at - 1] ?? 0, wanted[at]));
  const places: number[] = [];
  let matched = 0;
  for (const [at, line] of lines.entries()) {
    matched = advance(matched, line);
    if (matched === wanted.length) places.push(at + 1 - wanted.length);
  }
  return places;
}

function linesOf(text: string): string[] {
  return textLines(text.replace(/^\ufeff/, '')).map((line) => line.text);
}

/** Limit for characters of the block times lines of the text: some tenths of a second. */
const maxSteps = 100_000_000;
/** Lines of this length or more have full weight; a single brace has almost none. */
const fullLength = 20;
/** The cost of a line of the file between lines of the block. */
const skipCost = 0.03;
/** The lowest score that counts as similar, as a fraction of the score of an exact copy. */
const minScoreShare = 0.15;

/**
 * Finds the lines of a text most similar to a block; among equals, those nearest to a line. It computes the best local
 * alignment of the whole block with any part of the text; slightly different lines count in part. Indentation is
 * ignored. `undefined` if nothing is similar, or if block and text are too long to compare.
 * @param nearLine 1-based
 */
export function similarLines(text: string, code: string, nearLine: number): LineRange | undefined {
  const wanted = trimmedLines(code.replace(/\r?\n$/, ''));
  const lines = trimmedLines(text.replace(/^\ufeff/, ''));
  if (code.length * lines.length > maxSteps) return undefined;
  let row: Row = {
    scores: new Float64Array(lines.length + 1),
    starts: Int32Array.from({ length: lines.length + 1 }, (_, at) => at),
  };
  for (const want of wanted) row = nextRow(row, want, lines);
  const { scores, starts } = row;
  const distance = (at: number): number => Math.abs((starts[at] ?? 0) + 1 - nearLine);
  let best = 0;
  for (const [at, score] of scores.entries()) {
    const ahead = score - (scores[best] ?? 0);
    if (ahead > 1e-9 || (ahead > -1e-9 && distance(at) < distance(best))) best = at;
  }
  const whole = wanted.reduce((sum, line) => sum + weightOf(line), 0);
  const isSimilar = whole > 0 && (scores[best] ?? 0) >= minScoreShare * whole;
  return isSimilar ? { startLine: (starts[best] ?? 0) + 1, endLine: best } : undefined;
}

/** The best alignments of the block so far that end before each line of the text: score and start. */
interface Row {
  readonly scores: Float64Array;
  readonly starts: Int32Array;
}

/**
 * Adds one line of the block: it matches a line of the text or is missing there, and lines of the text may be skipped.
 */
function nextRow(before: Row, want: string, lines: readonly string[]): Row {
  const weight = weightOf(want);
  const row: Row = { scores: new Float64Array(lines.length + 1), starts: new Int32Array(lines.length + 1) };
  for (let at = 0; at <= lines.length; at++) {
    row.scores[at] = (before.scores[at] ?? 0) - weight / 2;
    row.starts[at] = before.starts[at] ?? 0;
    if (at === 0) continue;
    const paired = (before.scores[at - 1] ?? 0) + weight * (2 * similarity(want, lines[at - 1] ?? '') - 1);
    const skipped = (row.scores[at - 1] ?? 0) - skipCost;
    if (Math.max(paired, skipped) < (row.scores[at] ?? 0)) continue;
    row.scores[at] = Math.max(paired, skipped);
    row.starts[at] = (paired >= skipped ? before.starts[at - 1] : row.starts[at - 1]) ?? 0;
  }
  return row;
}

/** The length of the common prefix and suffix as a fraction of the longer line: 0 to 1. */
function similarity(one: string, other: string): number {
  if (one === other) return 1;
  const longer = Math.max(one.length, other.length);
  const shorter = Math.min(one.length, other.length);
  // A similarity below one half counts as none.
  if (shorter * 2 < longer) return 0;
  let head = 0;
  while (head < shorter && one[head] === other[head]) head++;
  let tail = 0;
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) tail++;
  return (head + tail) / longer;
}

function weightOf(line: string): number {
  return Math.min(line.length, fullLength) / fullLength;
}

function trimmedLines(text: string): readonly string[] {
  return textLines(text).map((line) => line.text.trim());
}
