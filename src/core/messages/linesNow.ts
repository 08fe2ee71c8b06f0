import { createLineMap, followLines, type LineRange } from '../git/lineMap.ts';
import { nearestCell } from '../git/notebookCells.ts';
import { currentLines } from './currentLines.ts';
import { findBlock, similarLines } from './findBlock.ts';
import type { SharedBlock } from './sharedBlocks.ts';

/** What is known of shared lines besides their numbers. */
export interface LinesThen {
  /** Their text, if it was shared, too. */
  readonly block: SharedBlock | undefined;
  /** The file, or the cell of the notebook, at the commit. */
  readonly committed: string | undefined;
}

/**
 * Where shared lines are now. `gone`: changed so much that nothing is known of their place. `unknown`: nothing says whether
 * they are the same.
 */
interface LinesNow {
  readonly lines: LineRange;
  readonly kind: 'same' | 'moved' | 'changed' | 'gone' | 'unknown';
}

/** Finds shared lines in a text: by the commit first, because equal lines may be in several places; then by their text. */
export function linesNow(text: string, range: LineRange, { block, committed }: LinesThen): LinesNow {
  const mapped = committed === undefined ? undefined : createLineMap(committed, text)(range);
  const same = mapped ?? (block && findBlock(text, block.code, range.startLine));
  if (same !== undefined) return { lines: same, kind: same.startLine === range.startLine ? 'same' : 'moved' };
  const similar = block && currentLines(text, block, committed);
  const lines = similar ?? (committed === undefined ? undefined : followLines(committed, text, range));
  if (lines !== undefined) return { lines, kind: 'changed' };
  return { lines: range, kind: block === undefined && committed === undefined ? 'unknown' : 'gone' };
}

/**
 * The number of the cell that has shared lines now: cells above may have been added or removed. The number that was shared
 * where nothing says more.
 */
export function cellNow(cells: readonly string[], cell: number, lines: readonly LineRange[], then: LinesThen): number {
  const isIn = (text: string): boolean =>
    lines.every((range) => ['same', 'moved'].includes(linesNow(text, range, then).kind));
  const { code, startLine } = codeOf(lines, then);
  const isSimilar = (text: string): boolean => code !== '' && similarLines(text, code, startLine) !== undefined;
  return nearestCell(cells, cell, isIn) ?? nearestCell(cells, cell, isSimilar) ?? Math.min(cell, cells.length);
}

function codeOf([first]: readonly LineRange[], { block, committed = '' }: LinesThen) {
  const { startLine, endLine } = first ?? { startLine: 1, endLine: 1 };
  const code =
    block?.code ??
    committed
      .split(/\r\n|\n|\r/)
      .slice(startLine - 1, endLine)
      .join('\n');
  return { code, startLine };
}
