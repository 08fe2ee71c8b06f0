import assert from 'node:assert/strict';
import { replaceWithBlock } from '../../../../src/core/lines/withSharedLines.ts';

describe('replaceWithBlock', () => {
  for (const [what, text, code, startLine, endLine, expected] of [
    ['lines in the middle', 'a\nb\nc\n', 'X\nY', 2, 2, 'a\nX\nY\nc\n'],
    ['with the indentation they had', 'a\n  b\n', 'X\n  Y\n\nZ', 2, 2, 'a\n  X\n    Y\n\n  Z\n'],
    ['with line ends of the file', 'a\r\nb\r\n', 'X\nY', 1, 1, 'X\r\nY\r\nb\r\n'],
    ['the last line without an end', 'a\nb', 'X', 2, 2, 'a\nX'],
    ['beyond the end', 'a\n', 'X', 9, 9, 'a\nX\n'],
    ['no line, before the second', 'a\nb\n', 'X\nY', 2, 1, 'a\nX\nY\nb\n'],
    ['no line, behind the last one without an end', 'a\nb', 'X', 9, 8, 'a\nb\nX'],
    ['no line of an empty file', '', 'X', 3, 2, 'X\n'],
  ] as const) {
    it(`replaces ${what} with a block`, () => {
      assert.equal(replaceWithBlock(text, code, { startLine, endLine }), expected);
    });
  }
});
