import assert from 'node:assert/strict';
import { changesLinks, parseNumstat } from '../../../../src/core/git/numstat.ts';

describe('What git tells of a patch', () => {
  it('is read with any names, and binary files without counts', () => {
    assert.deepEqual(parseNumstat('3\t0\ta b\tc.txt\0-\t-\tlogo.png\0'), [
      { path: 'a b\tc.txt', added: 3, removed: 0 },
      { path: 'logo.png' },
    ]);
  });

  it('is nothing where there is nothing', () => assert.deepEqual(parseNumstat(''), []));

  it('does not tell links, so the patch is asked', () => {
    for (const line of [
      'new file mode 120000',
      'new mode 120000',
      'index 12ab..34cd 120000',
      'new file mode 160000\r',
    ]) {
      assert.equal(changesLinks(`diff --git a/l b/l\n${line}\n`), true, line);
    }
    assert.equal(changesLinks('new file mode 100644\n+new file mode 120000\n new mode 120000'), false);
  });
});
