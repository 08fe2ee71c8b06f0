import assert from 'node:assert/strict';
import { relativePathParts } from '../../../../src/core/base/paths.ts';

describe('relativePathParts', () => {
  it('accepts relative paths', () => {
    for (const separator of ['/', '\\'] as const)
      assert.deepEqual(relativePathParts('src/a b.ts', separator), ['src', 'a b.ts']);
    assert.deepEqual(relativePathParts('.github/..a/b..', '/'), ['.github', '..a', 'b..']);
  });

  // The tests of editor links have more of both kinds.
  for (const path of ['', '/a', '..', 'a/../../b', 'a//b', './a', 'c:a', 'a\\b', 'a\u0000.ts/b']) {
    it(`rejects ${JSON.stringify(path)} on all systems`, () => {
      for (const separator of ['/', '\\'] as const) assert.equal(relativePathParts(path, separator), undefined);
    });
  }

  for (const path of ['aux.tar.gz', 'COM\u00b9', 'con .txt', 'CONIN$', 'src:/a.ts', 'src /a.ts', 'a|b', '"a"']) {
    it(`rejects ${JSON.stringify(path)} on Windows only`, () => {
      assert.equal(relativePathParts(path, '\\'), undefined);
      assert.deepEqual(relativePathParts(path, '/'), path.split('/'));
    });
  }

  it('does not decode percent signs', () => {
    assert.deepEqual(relativePathParts('%2e%2e/%2Fetc', '/'), ['%2e%2e', '%2Fetc']);
  });
});
