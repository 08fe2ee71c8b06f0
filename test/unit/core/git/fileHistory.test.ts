import assert from 'node:assert/strict';
import { parseFileHistory } from '../../../../src/core/git/fileHistory.ts';

const at = '2026-11-22T10:00:00+01:00';
const entry = (commit: string, subject: string, name?: string): string =>
  [commit, 'Ada', at, subject, ...(name === undefined ? [] : [`\n${name}`])].join('\0');

describe('parseFileHistory', () => {
  it('gives a merge, which has no name, that of the commit after it, else the current one', () => {
    const output = [
      entry('m2', 'merge'),
      entry('c2', 'rename', 'b.ts'),
      entry('m1', 'merge'),
      entry('c1', 'add', 'a.ts'),
    ];
    const paths = parseFileHistory(`${output.join('\0')}\0`, 'now.ts').map(({ commit, path }) => [commit, path]);
    assert.deepEqual(paths, [
      ['m2', 'now.ts'],
      ['c2', 'b.ts'],
      ['m1', 'b.ts'],
      ['c1', 'a.ts'],
    ]);
  });
});
