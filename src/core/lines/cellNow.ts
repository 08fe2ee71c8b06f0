import { textLines } from '../base/text/textLines.ts';
import { nearestCell } from '../git/notebookCells.ts';
import { type LinePlace, locate } from './locate.ts';

/**
 * The number of the cell that has lines now: cells above may have been added or removed. The number that was shared where
 * nothing says more.
 */
export function cellNow(cells: readonly string[], cell: number, places: readonly LinePlace[]): number {
  const isIn = (text: string): boolean => locate(text, places).every(({ kind }) => kind === 'same' || kind === 'moved');
  const like = places.slice(0, 1).map((place) => ({ range: place.range, code: codeOf(place) }));
  const isLike = (text: string): boolean => locate(text, like).some(({ kind }) => kind !== 'gone');
  return nearestCell(cells, cell, isIn) ?? nearestCell(cells, cell, isLike) ?? Math.min(cell, cells.length);
}

function codeOf({ code, older = '', range }: LinePlace): string {
  const lines = textLines(older).slice(range.startLine - 1, range.endLine);
  return code ?? lines.map(({ text }) => text).join('\n');
}
