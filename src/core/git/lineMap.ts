/** 1-based, both inclusive. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** Past so many changed lines two texts count as different ones. */
const mostEdits = 1000;

/**
 * Where lines of a text stand in an older one: at the same place, or moved by what was changed above or below them.
 * `undefined` for lines that were changed themselves or have others between them. Line ends and a byte order mark have no
 * say: git may store other ones than the disk holds.
 */
export function createLineMap(text: string, older: string): (range: LineRange) => LineRange | undefined {
  const [mine, theirs] = [linesOf(text), linesOf(older)];
  const places = unchangedLines(mine, theirs);
  return ({ startLine, endLine }) => {
    const [from, length] = [startLine - 1, endLine - startLine];
    if (from < 0 || endLine > mine.length) return undefined;
    const isSameAt = (place: number): boolean =>
      mine.slice(from, endLine).every((line, index) => theirs[place + index] === line);
    const place = places?.[from] ?? -1;
    const isWhole = place >= 0 && places?.[endLine - 1] === place + length && isSameAt(place);
    const at = isWhole ? place : from;
    return isWhole || isSameAt(from) ? { startLine: at + 1, endLine: at + 1 + length } : undefined;
  };
}

/**
 * The lines of a text that lines of an older one have become, changed or not: what was changed together counts as one, and
 * of a change that goes beyond the range, each side gives its lines from that side on. The result is empty (`endLine` is
 * `startLine - 1`) where all of the lines were deleted; `undefined` when the texts have too little in common.
 */
export function followLines(older: string, text: string, { startLine, endLine }: LineRange): LineRange | undefined {
  const [theirs, mine] = [linesOf(older), linesOf(text)];
  const places = unchangedLines(theirs, mine);
  if (places === undefined || startLine < 1 || endLine > theirs.length) return undefined;
  const [first, last] = [startLine - 1, endLine - 1];
  const from = places[first] ?? -1;
  const to = places[last] ?? -1;
  const above = changeAround(places, first, mine.length);
  const below = changeAround(places, last, mine.length);
  const start = from >= 0 ? from : Math.min(above.start + first - above.first, above.end);
  const end = to >= 0 ? to + 1 : Math.max(below.end - (below.last - last), below.start);
  return { startLine: start + 1, endLine: Math.max(start, end) };
}

/** The change that holds a line: from which line to which, and what has taken their place (`end` is exclusive). Zero-based. */
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
 * The place in `theirs` of each of `mine` by the shortest way from one to the other (Myers, "An O(ND) Difference
 * Algorithm"), zero-based; -1 for what is new. `undefined` when the way is too long.
 */
function unchangedLines(mine: readonly string[], theirs: readonly string[]): Int32Array | undefined {
  const steps: Int32Array[] = [];
  const middle = mostEdits + 1;
  const farthest = new Int32Array(2 * middle + 1);
  for (let edits = 0; edits <= mostEdits; edits++) {
    steps.push(farthest.slice());
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = stepFrom(farthest, middle, edits, diagonal).x;
      while (x < mine.length && x - diagonal < theirs.length && mine[x] === theirs[x - diagonal]) x++;
      farthest[middle + diagonal] = x;
      if (x >= mine.length && x - diagonal >= theirs.length)
        return placesAlong(steps, middle, mine.length, theirs.length);
    }
  }
  return undefined;
}

/** The end of the shorter way that a way on this diagonal goes on from, one line of `mine` or `theirs` farther. */
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

/** Goes the way back, and notes what it passed unchanged. */
function placesAlong(
  steps: readonly Int32Array[],
  middle: number,
  mineLength: number,
  theirsLength: number,
): Int32Array {
  const places = new Int32Array(mineLength).fill(-1);
  let [x, y] = [mineLength, theirsLength];
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
