import { LineDigests } from '../base/text/lineDigests.ts';
import type { LineRange } from '../git/lineMap.ts';

/** Shorter texts are in many places, and are not looked for in others. */
const minMovedCharacters = 12;
/** Places that are looked at: some tenths of a second. Messages decide how many lengths and equal lines there are. */
const maxSteps = 5_000_000;

interface Wanted {
  readonly range: LineRange;
  readonly digest?: number | undefined;
}

/** Finds lines in a text by their digests, if they have one: where they were, else the nearest equal lines. */
export function findDigests<T extends Wanted>(text: string, wanted: readonly T[]): ReadonlyMap<T, LineRange> {
  const known = wanted.filter(({ digest }) => digest !== undefined);
  if (known.length === 0) return new Map();
  const lines = text.split(/\r\n|\n|\r/);
  const digests = new LineDigests(lines);
  const found = new Map<T, LineRange>();
  const moved = known.filter((each) => {
    const { range, digest } = each;
    const isSame = digests.of(range.startLine, countOf(range)) === digest;
    if (isSame) found.set(each, range);
    return !isSame;
  });
  addMoved(found, { digests, lines, wanted: moved });
  return found;
}

/** Reads the text once for each number of lines, whatever the number of shared lines. */
function addMoved<T extends Wanted>(
  found: Map<T, LineRange>,
  { digests, lines, wanted }: { digests: LineDigests; lines: readonly string[]; wanted: readonly T[] },
): void {
  let steps = 0;
  for (const [lineCount, sameCount] of Map.groupBy(wanted, ({ range }) => countOf(range))) {
    const byDigest = Map.groupBy(sameCount, ({ digest }) => digest);
    for (let startLine = 1; startLine + lineCount - 1 <= digests.count; startLine += 1) {
      const equal = byDigest.get(digests.of(startLine, lineCount) ?? -1) ?? [];
      steps += 1 + equal.length;
      if (steps > maxSteps) return;
      const range = { startLine, endLine: startLine + lineCount - 1 };
      if (equal.length === 0 || !isLongEnough(lines, range)) continue;
      for (const each of equal) if (distance(range, each) < distance(found.get(each), each)) found.set(each, range);
    }
  }
}

function isLongEnough(lines: readonly string[], { startLine, endLine }: LineRange): boolean {
  let characters = 0;
  for (let at = startLine - 1; at < endLine && characters < minMovedCharacters; at += 1)
    characters += lines[at]?.trim().length ?? 0;
  return characters >= minMovedCharacters;
}

function distance(range: LineRange | undefined, { range: { startLine } }: Wanted): number {
  return range === undefined ? Number.POSITIVE_INFINITY : Math.abs(range.startLine - startLine);
}

function countOf({ startLine, endLine }: LineRange): number {
  return endLine - startLine + 1;
}
