import { createLineMap, type LineMap, type LineRange } from '../git/lineMap.ts';
import { type BlockLines, findBlock, similarLines } from './findBlock.ts';
import { findDigests } from './findDigests.ts';

/** Lines of a file as they were, and what is known of them besides their numbers. */
export interface LinePlace {
  readonly range: LineRange;
  /** The text that had them there: the file, or the cell of a notebook, at a commit, or before an edit. */
  readonly older?: string | undefined;
  /** Their own text. */
  readonly code?: string | undefined;
  /** See `LineDigests`. */
  readonly digest?: number | undefined;
}

/** Where lines are now. */
export interface Located {
  /** Empty (`endLine` is `startLine - 1`) where changed lines were deleted; as it was for `gone`. */
  readonly range: BlockLines;
  /** `gone`: changed so much that nothing is known of their place, or nothing but their numbers was known. */
  readonly kind: 'same' | 'moved' | 'changed' | 'gone';
}

/**
 * Finds lines in a text, many at once in little more time than one. The evidence in this order: an older text, because equal
 * lines may be in several places; their own text; their digest; and at last, what replaced them and what is similar.
 */
export function locate(text: string, places: readonly LinePlace[]): readonly Located[] {
  const known = new Map(
    [...Map.groupBy(places, ({ older }) => older)].flatMap(([older, same]) => knownIn(older, same, text)),
  );
  const exact = new Map(places.map((place) => [place, exactLines(text, place, known.get(place))]));
  const byDigest = findDigests(
    text,
    places.filter((place) => exact.get(place) === undefined),
  );
  return places.map((place): Located => {
    const { range, code } = place;
    const { before, map } = known.get(place) ?? {};
    const same = exact.get(place) ?? byDigest.get(place);
    const kind = same === undefined ? 'changed' : same.startLine === range.startLine ? 'same' : 'moved';
    const here = same ?? (before && map?.followed(before));
    if (here !== undefined) return { range: { ...before, ...here }, kind };
    const similar = code === undefined ? undefined : similarLines(text, code, range.startLine);
    return similar === undefined ? { range, kind: 'gone' } : { range: similar, kind };
  });
}

/** Where an older text has lines, and where its lines are in the text of now. */
interface KnownBefore {
  readonly before: BlockLines;
  readonly map: LineMap;
}

function knownIn(older: string | undefined, places: readonly LinePlace[], text: string) {
  if (older === undefined) return [];
  const map = createLineMap(older, text);
  const byDigest = findDigests(older, places);
  return places.flatMap((place): readonly (readonly [LinePlace, KnownBefore])[] => {
    const { range, code, digest } = place;
    // A message may have less than the file, as with masked secrets; a digest is of the file.
    const unproved = digest === undefined ? range : byDigest.get(place);
    const before = (code === undefined ? undefined : findBlock(older, code, range.startLine)) ?? unproved;
    return before === undefined ? [] : [[place, { before, map }]];
  });
}

function exactLines(text: string, { range, code }: LinePlace, known: KnownBefore | undefined): BlockLines | undefined {
  const mapped = known?.map.unchanged(known.before);
  return mapped ?? (code === undefined ? undefined : findBlock(text, code, range.startLine));
}
