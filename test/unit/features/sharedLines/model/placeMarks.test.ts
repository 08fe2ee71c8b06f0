import assert from 'node:assert/strict';
import { digestOfLines } from '../../../../../src/core/base/text/lineDigests.ts';
import { placeMarks } from '../../../../../src/features/sharedLines/model/placeMarks.ts';

/** A line of the text by its number. */
const line = (at: number): string => `const height${at} = heightAt(${at});`;
const lines = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => line(from + at));
const textOf = (...parts: readonly (string | readonly string[])[]): string => parts.flat().join('\n');

const before = textOf(lines(1, 12));
const message = { messageId: 'm', roomId: 'r', accountId: 'a', threadId: 'm', createdMs: 1, words: '', replyCount: 0 };
const range = { startLine: 4, endLine: 6 };
const { digest } = digestOfLines(textOf(lines(4, 6)));
const place = { kind: 'own' as const, file: '/tide.ts' };
const mark = { key: 1, range, lines: { message: { ...message, author: '' }, place, range, digest } };

describe('placeMarks', () => {
  /** Lines 4 to 6 of 12. */
  for (const [what, after, expected] of [
    ['a line is inserted above', textOf('new', lines(1, 12)), [5, 7]],
    ['a line is inserted right above', textOf(lines(1, 3), 'new', lines(4, 12)), [5, 7]],
    ['lines above are deleted', textOf(lines(3, 12)), [2, 4]],
    ['the line right above is deleted', textOf(lines(1, 2), lines(4, 12)), [3, 5]],
    ['a word is typed at the beginning', textOf(lines(1, 3), `export ${line(4)}`, lines(5, 12)), [4, 6]],
    ['a line is typed inside', textOf(lines(1, 5), 'new', lines(6, 12)), [4, 7]],
    ['a line inside is deleted', textOf(lines(1, 4), lines(6, 12)), [4, 5]],
    ['all of it is replaced', textOf(lines(1, 3), 'one', 'two', lines(7, 12)), [4, 5]],
    ['a line is begun at its end', textOf(lines(1, 6), '    ', lines(7, 12)), [4, 6]],
    ['its last line becomes two others', textOf(lines(1, 5), 'const a', 'b', lines(7, 12)), [4, 7]],
    ['a line is inserted below', textOf(lines(1, 6), 'new', lines(7, 12)), [4, 6]],
    ['its beginning is deleted with lines above', textOf(lines(1, 2), lines(5, 12)), [3, 4]],
    ['its end is deleted with lines below', textOf(lines(1, 5), lines(9, 12)), [4, 5]],
    ['it is moved as it is', textOf(lines(1, 3), lines(7, 12), lines(4, 6)), [10, 12]],
    ['all of it is deleted with lines below', textOf(lines(1, 3), lines(8, 12)), undefined],
    ['everything is replaced', 'other\n'.repeat(2_000), undefined],
  ] as const) {
    it(`${expected === undefined ? 'loses' : 'keeps'} the lines when ${what}`, () => {
      const [placed] = placeMarks(after, [mark], before);
      assert.deepEqual(placed?.range && [placed.range.startLine, placed.range.endLine], expected);
    });
  }

  it('finds lost lines again when an undo brings them back', () => {
    const lost = placeMarks(textOf(lines(1, 3), lines(8, 12)), [mark], before);
    const [placed] = placeMarks(before, lost, textOf(lines(1, 3), lines(8, 12)));
    assert.deepEqual(placed?.range, range);
  });
});
