/** 1-based, both inclusive. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** Texts with more changed lines count as unrelated. */
const maxEdits = 1000;

/**
 * Maps lines of a text to an older version: the same lines, or moved by changes above or below. `undefined` for lines
 * that were changed or have insertions between them. Line breaks and a byte order mark are ignored, because git may
 * normalize them.
 */
export function createLineMap(text: string, older: string): (range: LineRange) => LineRange | undefined {
  const [newLines, oldLines] = [linesOf(text), linesOf(older)];
  const places = unchangedLines(newLines, oldLines);
  return ({ startLine, endLine }) => {
    const [from, length] = [startLine - 1, endLine - startLine];
    if (from < 0 || endLine > newLines.length) return undefined;
    const isSameAt = (place: number): boolean =>
      newLines.slice(from, endLine).every((line, index) => oldLines[place + index] === line);
    const place = places?.[from] ?? -1;
    const isWhole = place >= 0 && places?.[endLine - 1] === place + length && isSameAt(place);
    const at = isWhole ? place : from;
    return isWhole || isSameAt(from) ? { startLine: at + 1, endLine: at + 1 + length } : undefined;
  };
}

/**
 * Maps lines of an older text to a newer one, changed or not. Lines that changed together count as one change; of a
 * change that extends beyond the range, only the nearer lines of each side are included. The result is empty (`endLine`
 * is `startLine - 1`) if all lines were deleted; `undefined` if the texts have too little in common.
 */
export function followLines(older: string, text: string, { startLine, endLine }: LineRange): LineRange | undefined {
  const [oldLines, newLines] = [linesOf(older), linesOf(text)];
  const places = unchangedLines(oldLines, newLines);
  if (places === undefined || startLine < 1 || endLine > oldLines.length) return undefined;
  const [first, last] = [startLine - 1, endLine - 1];
  const from = places[first] ?? -1;
  const to = places[last] ?? -1;
  const above = changeAround(places, first, newLines.length);
  const below = changeAround(places, last, newLines.length);
  const start = from >= 0 ? from : Math.min(above.start + first - above.first, above.end);
  const end = to >= 0 ? to + 1 : Math.max(below.end - (below.last - last), below.start);
  return { startLine: start + 1, endLine: Math.max(start, end) };
}

/**
 * The change that contains a line: its first and last line, and the lines that replaced them (`end` is exclusive).
 * Zero-based.
 */
function changeAround(
  places: Int32Array,
  line: number,
  length: number,
): { readonly first: number; readonly last: number; readonly start: number; readonly end: number } {
  let [first, last] = [line, line];
  while (first > 0 && (places[first - 1] ?? -1) < 0) first--;
  while (last < places.length - 1 && (places[last + 1] ?? -1) < 0) last++;
  return { first, last, start: (places[first - 1] ?? -1) + 1, end: places[last + 1] ?? length };
}

/**
 * The zero-based index in `otherLines` of each line of `lines`, by the shortest edit script (Myers, "An O(ND) Difference
 * Algorithm"); -1 for lines without a counterpart. `undefined` when the script is too long.
 */
function unchangedLines(lines: readonly string[], otherLines: readonly string[]): Int32Array | undefined {
  const steps: Int32Array[] = [];
  const middle = maxEdits + 1;
  const farthest = new Int32Array(2 * middle + 1);
  for (let edits = 0; edits <= maxEdits; edits++) {
    steps.push(farthest.slice());
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = stepFrom(farthest, middle, edits, diagonal).x;
      while (x < lines.length && x - diagonal < otherLines.length && lines[x] === otherLines[x - diagonal]) x++;
      farthest[middle + diagonal] = x;
      if (x >= lines.length && x - diagonal >= otherLines.length)
        return placesAlong(steps, middle, lines.length, otherLines.length);
    }
  }
  return undefined;
}

/** The end point of the path with one edit fewer that this diagonal extends. */
function stepFrom(
  farthest: Int32Array,
  middle: number,
  edits: number,
  diagonal: number,
): { readonly x: number; readonly before: number } {
  const [below, above] = [farthest[middle + diagonal - 1] ?? 0, farthest[middle + diagonal + 1] ?? 0];
  const isAdded = diagonal === -edits || (diagonal !== edits && below < above);
  return isAdded ? { x: above, before: diagonal + 1 } : { x: below + 1, before: diagonal - 1 };
}

/** Backtracks along the path and records unchanged lines. */
function placesAlong(steps: readonly Int32Array[], middle: number, length: number, otherLength: number): Int32Array {
  const places = new Int32Array(length).fill(-1);
  let [x, y] = [length, otherLength];
  for (let edits = steps.length - 1; edits >= 0; edits--) {
    const farthest = steps[edits] as Int32Array;
    const { x: start, before } = stepFrom(farthest, middle, edits, x - y);
    const from = edits === 0 ? 0 : start;
    while (x > from) {
      x--;
      y--;
      places[x] = y;
    }
    if (edits === 0) break;
    x = farthest[middle + before] ?? 0;
    y = x - before;
  }
  return places;
}

function linesOf(text: string): readonly string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
}
