import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nearestCell, notebookCells } from '../../../../src/core/git/notebookCells.ts';

describe('notebookCells', () => {
  it('has the text of each cell, in either form of the format', () => {
    const cells = [{ source: ['a = 1\n', 'b = 2'] }, { source: 'x\ny' }, { cell_type: 'raw' }, null];
    assert.deepEqual(notebookCells(JSON.stringify({ cells })), ['a = 1\nb = 2', 'x\ny', '', '']);
  });

  it('has nothing of a text that is no notebook, and never throws', () => {
    for (const text of ['', '[]', '{}', '{"cells":{}}', 'a = 1']) assert.equal(notebookCells(text), undefined, text);
    fc.assert(fc.property(fc.json(), (json) => void notebookCells(`{"cells":[{"source":${json}},${json}]}`)));
  });
});

describe('nearestCell', () => {
  it('is the number of the nearest cell that is wanted', () => {
    const cells = ['a', 'b', 'a', 'c', 'a'];
    for (const [number, found] of [
      [1, 1],
      [2, 1],
      [4, 3],
      [9, 5],
    ] as const) {
      assert.equal(
        nearestCell(cells, number, (text) => text === 'a'),
        found,
        `${number}`,
      );
    }
    assert.equal(
      nearestCell(cells, 1, () => false),
      undefined,
    );
  });
});
