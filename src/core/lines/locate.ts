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
  const maps = new Map<string, LineMap>();
  const mapOf = (older: string): LineMap => {
    const map = maps.get(older) ?? createLineMap(older, text);
    maps.set(older, map);
    return map;
  };
  const known = placesThen(places).map(({ older, ...place }): KnownPlace => {
    return { ...place, map: older === undefined || place.before === undefined ? undefined : mapOf(older) };
  });
  const exact = known.map(({ map, before, code, range }): BlockLines | undefined => {
    return (
      (before && map?.unchanged(before)) ?? (code === undefined ? undefined : findBlock(text, code, range.startLine))
    );
  });
  const byDigest = placesByDigest(
    text,
    known.filter((_, at) => exact[at] === undefined),
  );
  return known.map((place, at) => {
    const same = exact[at] ?? byDigest.get(place);
    return same === undefined ? changedLines(text, place) : unchangedLines(same, place);
  });
}

/** Where the older text has them. */
type PlaceThen = LinePlace & { readonly before: BlockLines | undefined };

interface KnownPlace extends Omit<PlaceThen, 'older'> {
  /** From the older text, if that has them. */
  readonly map: LineMap | undefined;
}

function placesThen(places: readonly LinePlace[]): readonly PlaceThen[] {
  const byOlder = Map.groupBy(places, ({ older }) => older);
  const byDigest = new Map([...byOlder].flatMap(([older, group]) => [...placesByDigest(older, group)]));
  return places.map((place) => {
    const { older, code, digest, range } = place;
    if (older === undefined) return { ...place, before: undefined };
    // A message may have less than the file, as with masked secrets.
    if (code !== undefined) return { ...place, before: findBlock(older, code, range.startLine) ?? range };
    return { ...place, before: digest === undefined ? range : byDigest.get(place) };
  });
}

function placesByDigest<T extends Pick<LinePlace, 'range' | 'digest'>>(
  text: string | undefined,
  places: readonly T[],
): ReadonlyMap<T, LineRange | undefined> {
  const wanted = places.flatMap((place) =>
    place.digest === undefined ? [] : [{ ...place, digest: place.digest, place }],
  );
  if (text === undefined || wanted.length === 0) return new Map();
  const found = findDigests(text, wanted);
  return new Map(wanted.map(({ place }, at) => [place, found[at]]));
}

function unchangedLines(same: BlockLines, { range, before }: KnownPlace): Located {
  const kind = same.startLine === range.startLine ? 'same' : 'moved';
  return { range: { ...before, ...same }, kind };
}

function changedLines(text: string, { range, code, before, map }: KnownPlace): Located {
  const followed = before && map?.followed(before);
  if (followed !== undefined) return { range: { ...before, ...followed }, kind: 'changed' };
  const similar = code === undefined ? undefined : similarLines(text, code, range.startLine);
  return similar === undefined ? { range, kind: 'gone' } : { range: similar, kind: 'changed' };
}
