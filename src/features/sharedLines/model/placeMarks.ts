import { textLines } from '../../../core/base/text/textLines.ts';
import type { LineRange } from '../../../core/git/lineMap.ts';
import { type LinePlace, locate } from '../../../core/lines/locate.ts';
import type { MessageLines } from '../../../core/lines/messageLines.ts';

/** Shared lines in an open document. */
export interface LineMark {
  readonly key: number;
  readonly lines: MessageLines;
  /** Where they are now; `undefined` if they are not in the document. */
  readonly range: LineRange | undefined;
}

/**
 * Marks with their places in a text: by the text where they were, so that changed lines keep their marks; those without a
 * place by their digest, because an undo may have brought back what had changed.
 * @param before the text that their ranges are of
 * @param olderOf the text at the commit that the message states: changed lines that it has are followed, too
 */
export function placeMarks(
  text: string,
  marks: readonly LineMark[],
  before: string,
  olderOf: (mark: LineMark) => string | undefined = () => undefined,
): readonly LineMark[] {
  const places = marks.map(({ range }) => range && { range, older: before });
  const ranges = text === before ? marks.map(({ range }) => range) : rangesIn(text, places);
  const lost = marks.map((mark, at): LinePlace | undefined => {
    const { range, digest } = mark.lines;
    return ranges[at] === undefined ? { range, digest, older: olderOf(mark) } : undefined;
  });
  const found = rangesIn(text, lost);
  const lineCount = textLines(text).length;
  // Of lines that a message only names, nothing but the numbers is known, which are right until the text changes.
  const named = ({ lines: { digest, place, range } }: LineMark): LineRange | undefined => {
    const isOnlyNamed = digest === undefined && place.commit === undefined && text === before;
    return isOnlyNamed && range.endLine <= lineCount ? range : undefined;
  };
  return marks.map((mark, at) => ({ ...mark, range: ranges[at] ?? found[at] ?? named(mark) }));
}

/** Where lines are; `undefined` for those that are not there, and for no lines. */
function rangesIn(text: string, places: readonly (LinePlace | undefined)[]): readonly (LineRange | undefined)[] {
  const wanted = places.filter((place) => place !== undefined);
  const located = new Map(locate(text, wanted).map((each, at) => [wanted[at], each]));
  return places.map((place) => {
    const { kind, range } = located.get(place) ?? { kind: 'gone' };
    // Nothing of deleted lines is left to mark.
    return kind === 'gone' || range === undefined || range.endLine < range.startLine ? undefined : range;
  });
}
