import assert from 'node:assert/strict';
import { cellNow, linesNow } from '../../../../src/core/messages/linesNow.ts';

const text = Array.from({ length: 12 }, (_, index) => `const tide${index + 1} = read(${index + 1});`);
const range = { startLine: 5, endLine: 6 };
const join = (...lines: readonly string[]): string => lines.join('\n');
const committed = join(...text);
const block = { language: 'ts', code: join(...text.slice(4, 6)) };

describe('linesNow', () => {
  it('follows the commit, where equal lines are in several places', () => {
    const repeated = join(...text.slice(4, 6), ...text);
    const expected = { kind: 'moved', lines: { startLine: 7, endLine: 8 } };
    assert.deepEqual(linesNow(repeated, range, { block, committed }), expected);
  });

  it('follows edited lines by the commit, and the text without one', () => {
    const edited = join('// new', ...text.slice(0, 4), 'const other = 1;', ...text.slice(5));
    const byCommit = linesNow(edited, range, { block: undefined, committed });
    assert.deepEqual(byCommit, { kind: 'changed', lines: { startLine: 6, endLine: 7 } });
    const moved = linesNow(join('// new', ...text), range, { block, committed: undefined });
    assert.deepEqual([moved.kind, moved.lines.startLine], ['moved', 6]);
  });

  it('says that nothing is left of them, and that nothing is known of them', () => {
    const other = join(...Array.from({ length: 2_500 }, (_, index) => `${index}`));
    assert.equal(linesNow(other, range, { block: undefined, committed }).kind, 'gone');
    assert.equal(linesNow(other, range, { block: { language: '', code: 'xyz()' }, committed: undefined }).kind, 'gone');
    assert.equal(linesNow(other, range, { block: undefined, committed: undefined }).kind, 'unknown');
  });
});

describe('cellNow', () => {
  const cells = ['import tides', 'x = 1\nheights = read_heights()\nz = 3', 'plot(x)'];
  const lines = [{ startLine: 2, endLine: 2 }];
  const then = { block: undefined, committed: cells[1] };

  it('is the cell that has the lines, wherever it is now', () => {
    assert.equal(cellNow(['new = 0', 'more = 0', ...cells], 2, lines, then), 4);
    assert.equal(cellNow(cells.slice(1), 2, lines, then), 1);
    const known = { block: { language: '', code: 'heights = read_heights()' }, committed: undefined };
    assert.equal(cellNow(['new = 0', ...cells], 2, lines, known), 3);
  });

  it('is the most similar one for changed lines, and else the same number', () => {
    assert.equal(cellNow(['new = 0', 'import tides', 'heights = read_heights(2)', 'plot(x)'], 2, lines, then), 3);
    assert.equal(cellNow(['a', 'b', 'c'], 2, lines, then), 2);
    assert.equal(cellNow(['a'], 7, lines, { block: undefined, committed: undefined }), 1);
  });
});
