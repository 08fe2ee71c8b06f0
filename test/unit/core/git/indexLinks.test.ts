import assert from 'node:assert/strict';
import { isAtLink, parseIndexLinks } from '../../../../src/core/git/patchReport.ts';

describe('parseIndexLinks', () => {
  it('finds links and submodules among regular files', () => {
    const id = '1234567890123456789012345678901234567890';
    const entries = [`100644 ${id} 0\ta`, `120000 ${id} 0\tli nk`, `100755 ${id} 0\tb`, `160000 ${id} 0\tsub/x`];
    assert.deepEqual(parseIndexLinks(`${entries.join('\0')}\0`), ['li nk', 'sub/x']);
  });
});

describe('isAtLink', () => {
  it('matches a link, paths below it, and other cases of its name', () => {
    for (const path of ['sub', 'sub/x/y', 'SUB/x']) assert.equal(isAtLink(path, ['link', 'sub']), true, path);
    for (const path of ['subx', 'a/sub', 'su']) assert.equal(isAtLink(path, ['link', 'sub']), false, path);
  });
});
