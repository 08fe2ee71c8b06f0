import { count, list, number, object, optional, type Shape, string } from '../base/storage/recordShape.ts';
import { digestOfLines } from '../base/text/lineDigests.ts';
import { fencedBlocks } from '../markdown/fencedBlocks.ts';

const place = {
  path: string,
  /** The first line that was shared, 1-based. */
  line: optional(number),
  /** The full id of the commit that has the lines. */
  commit: optional(string),
  /** Lines that were shared, with the digest that finds them again; see `LineDigests`. */
  lines: optional(list(object({ startLine: count, endLine: count, digest: count }))),
};

/** A place on this computer that code was taken from. It is never sent. */
export const codePlace = object(place);

export interface CodePlace extends Shape<typeof codePlace> {}

/** The place of a message, with the others if it has code from several. */
export const codeOrigin = object({ ...place, others: optional(list(codePlace)) });

export interface CodeOrigin extends Shape<typeof codeOrigin> {}

export function placesOf(origin: CodeOrigin | undefined): readonly CodePlace[] {
  return origin === undefined ? [] : [origin, ...(origin.others ?? [])];
}

/** The places whose code is still in a message that was written by hand. */
export function originIn(markdown: string, places: readonly CodePlace[]): CodeOrigin | undefined {
  const digests = new Set(fencedBlocks(markdown).map(({ code }) => digestOfLines(code).digest));
  const kept = places.flatMap(({ path, commit, lines = [] }): CodePlace[] => {
    const own = lines.filter(({ digest }) => digests.has(digest));
    return own[0] === undefined ? [] : [{ path, line: own[0].startLine, ...(commit && { commit }), lines: own }];
  });
  const [first, ...others] = kept;
  return first && { ...first, ...(others.length > 0 && { others }) };
}
