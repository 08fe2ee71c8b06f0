import { diffArrays } from 'diff';

/** 1-based, both inclusive. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** Texts with more changed lines count as unrelated. */
const maxEdits = 1000;

/** Where lines of one text are in another one. */
export interface LineMap {
  /**
   * The same lines, or moved by changes above or below. `undefined` for lines that were changed or have insertions between
   * them.
   */
  unchanged(range: LineRange): LineRange | undefined;
  /**
   * The lines, changed or not. Lines that changed together count as one change; of a change that extends beyond the range,
   * only the nearer lines of each side are included. The result is empty (`endLine` is `startLine - 1`) if all lines were
   * deleted; `undefined` if the texts have too little in common.
   */
  followed(range: LineRange): LineRange | undefined;
}

/** Maps lines by the shortest edit script. Line breaks and a byte order mark are ignored, because git may normalize them. */
export function createLineMap(from: string, to: string): LineMap {
  const fromLines = linesOf(from);
  const toLines = linesOf(to);
  const places = unchangedLines(fromLines, toLines);
  const isInside = ({ startLine, endLine }: LineRange): boolean => startLine >= 1 && endLine <= fromLines.length;
  return {
    unchanged(range) {
      if (!isInside(range)) return undefined;
      const first = range.startLine - 1;
      const lines = fromLines.slice(first, range.endLine);
      // Equal lines at the same place count, too, where the shortest script pairs them with others.
      const at = [places?.[first] ?? -1, first].find(
        (place) => place >= 0 && lines.every((line, index) => toLines[place + index] === line),
      );
      return at === undefined ? undefined : { startLine: at + 1, endLine: at + lines.length };
    },
    followed(range) {
      if (places === undefined || !isInside(range)) return undefined;
      const first = range.startLine - 1;
      const last = range.endLine - 1;
      const [from = -1, to = -1] = [places[first], places[last]];
      const above = changeAround(places, first, toLines.length);
      const below = changeAround(places, last, toLines.length);
      const start = from >= 0 ? from : Math.min(above.start + first - above.first, above.end);
      const end = to >= 0 ? to + 1 : Math.max(below.end - (below.last - last), below.start);
      return { startLine: start + 1, endLine: Math.max(start, end) };
    },
  };
}

/**
 * The change that contains a line: its first and last line, and the lines that replaced them (`end` is exclusive).
 * Zero-based.
 */
function changeAround(
  places: readonly number[],
  line: number,
  length: number,
): { readonly first: number; readonly last: number; readonly start: number; readonly end: number } {
  let first = line;
  let last = line;
  while (first > 0 && (places[first - 1] ?? -1) < 0) first--;
  while (last < places.length - 1 && (places[last + 1] ?? -1) < 0) last++;
  return { first, last, start: (places[first - 1] ?? -1) + 1, end: places[last + 1] ?? length };
}

/** The zero-based index in `otherLines` of each line of `lines`, by the shortest edit script; -1 for lines without a counterpart. */
function unchangedLines(lines: string[], otherLines: string[]): readonly number[] | undefined {
  let place = 0;
  return diffArrays(lines, otherLines, { maxEditLength: maxEdits })?.flatMap(({ count, added, removed }) => {
    if (removed) return Array<number>(count).fill(-1);
    place += count;
    return added ? [] : Array.from({ length: count }, (_, index) => place - count + index);
  });
}

function linesOf(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
}
