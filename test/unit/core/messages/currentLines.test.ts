import assert from 'node:assert/strict';
import { currentLines, replaceWithBlock, withSharedLines } from '../../../../src/core/messages/currentLines.ts';

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `const value${from + index} = read(${from + index});`);
const file = lines(1, 20).join('\n');
const block = (code: string, startLine: number, endLine: number) => ({
  language: 'ts',
  code,
  origin: { path: 'a.ts', isUntitled: false, startLine, endLine } as const,
});

describe('currentLines', () => {
  const shared = block(lines(5, 7).join('\n'), 5, 7);

  it('follows lines from the commit of their header, including changed ones', () => {
    const now = ['// new', '// new', ...lines(1, 4), 'entirely();', 'different();', ...lines(7, 20)].join('\n');
    assert.deepEqual(currentLines(now, shared, file), { startLine: 7, endLine: 9, indentation: '' });
    const merged = withSharedLines(now, shared, currentLines(now, shared, file));
    assert.equal(merged, ['// new', '// new', ...lines(1, 20)].join('\n'));
  });

  it('finds lines in the commit that are not at the lines of the header', () => {
    const now = ['// new', ...lines(1, 4), 'const value5 = 5;', ...lines(6, 20)].join('\n');
    const elsewhere = block(shared.code, 12, 14);
    assert.deepEqual(currentLines(now, elsewhere, file), { startLine: 6, endLine: 8, indentation: '' });
  });

  it('restores deleted lines at their old position', () => {
    const now = [...lines(1, 4), ...lines(8, 20)].join('\n');
    assert.equal(withSharedLines(now, shared, currentLines(now, shared, file)), file);
  });

  it('uses the most similar lines when the commit is not known', () => {
    const changed = [...lines(1, 4), 'const value5 = write(5);', '// added', ...lines(6, 20)];
    const now = ['// new', '// new', ...changed].join('\n');
    assert.deepEqual(currentLines(now, shared), { startLine: 7, endLine: 10 });
    assert.equal(withSharedLines(now, shared, currentLines(now, shared)), ['// new', '// new', file].join('\n'));
  });

  it('uses the most similar lines when the commit does not contain the block', () => {
    const now = ['// new', ...lines(1, 5), 'const value6 = write(6);', ...lines(7, 20)].join('\n');
    assert.deepEqual(currentLines(now, shared, 'something\nelse\n'), { startLine: 6, endLine: 8 });
  });
});

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
