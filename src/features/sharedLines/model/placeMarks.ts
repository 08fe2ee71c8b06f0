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

/** Marks and their text before an edit that only the texts can follow. */
export interface EarlierMarks {
  readonly marks: readonly LineMark[];
  readonly text: string;
}

/**
 * Marks with their places in a text: by the earlier text, where changed lines keep their marks; those without a place by
 * their digest, because an undo may have brought back what had changed.
 * @param olderOf the text at the commit that the message states: changed lines that it has are followed, too
 */
export function placeMarks(
  text: string,
  marks: readonly LineMark[],
  earlier?: EarlierMarks,
  olderOf: (mark: LineMark) => string | undefined = () => undefined,
): readonly LineMark[] {
  const before = new Map(earlier?.marks.map(({ key, range }) => [key, range]));
  const followed = rangesOf(text, marks, ({ key }) => {
    const range = before.get(key);
    return range && { range, older: earlier?.text };
  });
  const lost = marks.filter(({ key, range }) => !followed.has(key) && (range === undefined || before.has(key)));
  const found = rangesOf(text, lost, (mark) => {
    const { range, digest } = mark.lines;
    return { range, digest, older: olderOf(mark) };
  });
  const isLost = new Set(lost);
  return marks.map((mark) => {
    return {
      ...mark,
      range: followed.get(mark.key) ?? found.get(mark.key) ?? (isLost.has(mark) ? undefined : mark.range),
    };
  });
}

/** By the keys of the marks whose lines are in the text. */
function rangesOf(
  text: string,
  marks: readonly LineMark[],
  placeOf: (mark: LineMark) => LinePlace | undefined,
): ReadonlyMap<number, LineRange> {
  const places = marks.flatMap((mark) => {
    const place = placeOf(mark);
    return place === undefined ? [] : [{ key: mark.key, place }];
  });
  const located = locate(
    text,
    places.map(({ place }) => place),
  );
  return new Map(
    places.flatMap(({ key }, at) => {
      const { kind = 'gone', range } = located[at] ?? {};
      // Nothing of deleted lines is left to mark.
      return kind === 'gone' || range === undefined || range.endLine < range.startLine ? [] : [[key, range] as const];
    }),
  );
}
