import { LineDigests } from '../../../core/base/text/lineDigests.ts';
import type { LineRange } from '../../../core/git/lineMap.ts';
import type { MessageLines } from '../../../core/lines/messageLines.ts';

/** Shorter texts are in many places, and are not looked for in others. */
const minMovedCharacters = 12;
/** Places that are looked at: some tenths of a second. Messages decide how many lengths and equal lines there are. */
const maxSteps = 5_000_000;

type Wanted = Pick<MessageLines, 'range' | 'digest'>;

/**
 * Where shared lines are in a text: where they were, else the nearest equal lines; `undefined` if they have changed.
 * @param lines of the text
 */
export function placeLines(lines: readonly string[], wanted: readonly Wanted[]): readonly (LineRange | undefined)[] {
  const digests = new LineDigests(lines);
  const isSame = ({ range, digest }: Wanted): boolean => digests.of(range.startLine, countOf(range)) === digest;
  const moved = movedLines(
    digests,
    lines,
    wanted.filter((each) => !isSame(each)),
  );
  return wanted.map((each) => (isSame(each) ? each.range : moved.get(each)));
}

/**
 * Where shared lines are after an edit, changed or not; the nearest equal lines where the line map has none.
 * @param wanted with the place before
 * @param follow see `lineFollower`
 */
export function placeAfter(
  lines: readonly string[],
  wanted: readonly (Wanted & { readonly now: LineRange | undefined })[],
  follow: (range: LineRange) => LineRange | undefined,
): readonly (LineRange | undefined)[] {
  const followed = new Map(
    wanted.flatMap((each) => {
      const range = each.now && follow(each.now);
      return range === undefined || range.endLine < range.startLine ? [] : [[each, range] as const];
    }),
  );
  const lost = wanted.filter((each) => !followed.has(each));
  const found = placeLines(lines, lost);
  return wanted.map((each) => followed.get(each) ?? found[lost.indexOf(each)]);
}

/** Reads the text once for each number of lines, whatever the number of shared lines. */
function movedLines(
  digests: LineDigests,
  lines: readonly string[],
  wanted: readonly Wanted[],
): ReadonlyMap<Wanted, LineRange> {
  const found = new Map<Wanted, LineRange>();
  let steps = 0;
  for (const [lineCount, sameCount] of Map.groupBy(wanted, ({ range }) => countOf(range))) {
    const byDigest = Map.groupBy(sameCount, ({ digest }) => digest);
    for (let startLine = 1; startLine + lineCount - 1 <= digests.count; startLine += 1) {
      const equal = byDigest.get(digests.of(startLine, lineCount) ?? -1) ?? [];
      steps += 1 + equal.length;
      if (steps > maxSteps) return found;
      const range = { startLine, endLine: startLine + lineCount - 1 };
      if (equal.length === 0 || !isLongEnough(lines, range)) continue;
      for (const each of equal) if (distance(range, each) < distance(found.get(each), each)) found.set(each, range);
    }
  }
  return found;
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
