import assert from 'node:assert/strict';
import { chooseRemote } from '../../../../src/core/git/chooseRemote.ts';
import { holdsSameLines } from '../../../../src/core/git/sameLines.ts';

describe('chooseRemote', () => {
  const remotes = ['fork', 'origin', 'origin/nested', 'up'].map((name) => ({ name }));
  for (const [refs, upstream, expected] of [
    [[], 'origin', undefined],
    [['origin/main'], undefined, 'origin'],
    [['fork/main', 'origin/main'], undefined, 'origin'],
    [['fork/main', 'origin/main', 'up/main'], 'up', 'up'],
    [['fork/main'], 'up', 'fork'],
    [['origin/nested/main'], undefined, 'origin/nested'],
    [['origin/feature/#1 ä'], '.', 'origin'],
    [['original/main'], undefined, undefined],
  ] as const) {
    it(`takes ${expected} for ${refs.join(', ') || 'no branch'} with upstream ${upstream}`, () => {
      assert.equal(chooseRemote(remotes, refs, upstream)?.name, expected);
    });
  }
});

describe('holdsSameLines', () => {
  const text = 'a\nb\nc\nd';
  for (const [other, startLine, endLine, expected] of [
    ['a\nb\nc\nd', 1, 4, true],
    ['\ufeffa\r\nb\r\nc\r\nd\r\n', 1, 4, true],
    ['x\nb\nc\ny', 2, 3, true],
    ['x\na\nb\nc', 2, 3, false],
    ['a\nb', 2, 3, false],
    ['a\nb ', 2, 2, false],
    ['', 1, 1, false],
    ['a\nb\nc\nd\n', 4, 5, false],
    ['a', 0, 1, false],
  ] as const) {
    it(`says ${expected} of lines ${startLine} to ${endLine} of ${JSON.stringify(other)}`, () => {
      assert.equal(holdsSameLines(text, other, { startLine, endLine }), expected);
    });
  }
});
