import assert from 'node:assert/strict';
import { chooseRemote } from '../../../../src/core/git/remoteUrl.ts';

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
    it(`chooses ${expected} for ${refs.join(', ') || 'no branch'} with upstream ${upstream}`, () => {
      assert.equal(chooseRemote(remotes, refs, upstream)?.name, expected);
    });
  }
});
