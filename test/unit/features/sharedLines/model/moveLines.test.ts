import assert from 'node:assert/strict';
import { moveLines, type TextEdit } from '../../../../../src/features/sharedLines/model/moveLines.ts';

const edit = (from: readonly [number, number], to: readonly [number, number], text: string): TextEdit => ({
  start: { line: from[0], character: from[1] },
  end: { line: to[0], character: to[1] },
  text,
});

describe('moveLines', () => {
  /** Lines 4 to 6, which are 3 to 5 for an editor. */
  const range = { startLine: 4, endLine: 6 };
  for (const [what, change, expected] of [
    ['a line is inserted above', edit([0, 0], [0, 0], 'new\n'), [5, 7]],
    ['a line is inserted right above', edit([3, 0], [3, 0], 'new\n'), [5, 7]],
    ['lines above are deleted', edit([0, 0], [2, 0], ''), [2, 4]],
    ['the line right above is deleted', edit([2, 0], [3, 0], ''), [3, 5]],
    ['a word is typed at the beginning', edit([3, 0], [3, 0], 'const '), [4, 6]],
    ['a line is typed inside', edit([4, 3], [4, 3], '\n'), [4, 7]],
    ['a line inside is deleted', edit([4, 0], [5, 0], ''), [4, 5]],
    ['all of it is replaced', edit([3, 0], [5, 9], 'one\ntwo'), [4, 5]],
    ['a line is begun at its end', edit([5, 9], [5, 9], '\r\n    '), [4, 6]],
    ['text is pasted into its last line', edit([5, 2], [5, 2], 'a\nb'), [4, 7]],
    ['a line is inserted below', edit([6, 0], [6, 0], 'new\n'), [4, 6]],
    ['its beginning is deleted with lines above', edit([2, 0], [4, 0], ''), [3, 4]],
    ['its end is deleted with lines below', edit([5, 0], [8, 0], ''), [4, 5]],
    ['its end is deleted from the middle of a line', edit([4, 3], [8, 0], ''), [4, 5]],
    ['all of it is deleted with lines below', edit([3, 0], [6, 0], ''), undefined],
    ['everything is replaced', edit([0, 0], [99, 0], 'other\n'), undefined],
  ] as const) {
    it(`${expected === undefined ? 'loses' : 'keeps'} the lines when ${what}`, () => {
      const moved = moveLines(range, change);
      assert.deepEqual(moved && [moved.startLine, moved.endLine], expected);
    });
  }
});
