import assert from 'node:assert/strict';
import { digestOfLines } from '../../../../src/core/base/text/lineDigests.ts';
import { placeLines } from '../../../../src/features/sharedLines/model/placeLines.ts';

const wanted = (startLine: number, text: string) => {
  const { lineCount, digest } = digestOfLines(text);
  return { range: { startLine, endLine: startLine + lineCount - 1 }, digest };
};
const placesOf = (text: string, ...shared: ReturnType<typeof wanted>[]) =>
  placeLines(text.split('\n'), shared).map((range) => range && [range.startLine, range.endLine]);

describe('placeLines', () => {
  const text = 'import a;\n\nfunction first() {\n  return compute(1);\n}\n\nfunction second() {\n  return 2;\n}\n}';

  it('finds lines where they were, and where they have moved to', () => {
    const code = 'function first() {\n  return compute(1);\n}';
    assert.deepEqual(placesOf(text, wanted(3, code), wanted(40, code)), [
      [3, 5],
      [3, 5],
    ]);
  });

  it('takes the nearest of equal lines', () => {
    const repeated = Array.from({ length: 9 }, () => 'callTheSameAgain();\nother').join('\n');
    assert.deepEqual(placesOf(repeated, wanted(8, 'callTheSameAgain();')), [[7, 7]]);
  });

  it('finds no lines that have changed, and short ones only where they were', () => {
    assert.deepEqual(placesOf(text, wanted(3, 'function first() {\n  return compute(2);\n}')), [undefined]);
    assert.deepEqual(placesOf(text, wanted(5, '}'), wanted(6, '}'), wanted(99, '}')), [[5, 5], undefined, undefined]);
  });

  it('stops looking in a long text when there are too many lengths', () => {
    const lines = Array.from({ length: 30_000 }, (_, at) => `line number ${at}`);
    const many = Array.from({ length: 1_000 }, (_, at) => ({ range: { startLine: 1, endLine: at + 1 }, digest: at }));
    assert.ok(placeLines(lines, many).every((range) => range === undefined));
    const same = Array.from({ length: 20_000 }, () => 'the same line everywhere');
    const equal = Array.from({ length: 5_000 }, () => wanted(99_999, 'the same line everywhere'));
    assert.equal(placeLines(same, equal).length, equal.length);
  });
});
