import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { relativePath, relativePathParts } from '../../../../src/core/base/paths.ts';

describe('relativePathParts', () => {
  it('accepts relative paths', () => {
    for (const paths of [posix, win32]) assert.deepEqual(relativePathParts('src/a b.ts', paths), ['src', 'a b.ts']);
    assert.deepEqual(relativePathParts('.github/..a/b..', posix), ['.github', '..a', 'b..']);
  });

  for (const path of [
    '',
    '/etc/passwd',
    '//server/share/a',
    '\\\\server\\share\\a',
    '\\\\?\\C:\\a',
    '..',
    '../a',
    'a/../../b',
    'a/..',
    'a//b',
    'a/',
    './a',
    'C:/a',
    'c:a',
    'C:\\a',
    'a\\b',
    'a\u0000',
    'a\u0000.ts/b',
    'a\n',
    'a\u007f',
  ]) {
    it(`rejects ${JSON.stringify(path)} on all systems`, () => {
      for (const paths of [posix, win32]) assert.equal(relativePathParts(path, paths), undefined);
    });
  }

  for (const path of [
    'CON',
    'nul',
    'src/NUL.txt',
    'aux.c',
    'aux.tar.gz',
    'com1/a.ts',
    'COM\u00b9',
    'lpt9.log',
    'con .txt',
    'CONIN$',
    'a.ts:stream',
    'a.ts::$DATA',
    'src:/a.ts',
    'a.ts.',
    'a.ts ',
    'src /a.ts',
    'a?.ts',
    'a*.ts',
    'a|b',
    '<a>',
    '"a"',
  ]) {
    it(`rejects ${JSON.stringify(path)} on Windows only`, () => {
      assert.equal(relativePathParts(path, win32), undefined);
      assert.deepEqual(relativePathParts(path, posix), path.split('/'));
    });
  }

  it('does not decode percent signs', () => {
    assert.deepEqual(relativePathParts('%2e%2e/%2Fetc', posix), ['%2e%2e', '%2Fetc']);
  });
});

describe('relativePath', () => {
  it('has slashes on Windows', () => {
    assert.equal(relativePath('C:\\work\\tides', 'c:\\work\\tides\\src\\deep\\new.ts', win32), 'src/deep/new.ts');
    assert.equal(relativePath('\\\\server\\share', '\\\\server\\share\\src\\new.ts', win32), 'src/new.ts');
  });

  it('keeps a backslash in a name elsewhere', () => {
    assert.equal(relativePath('/home/tides', '/home/tides/src/a\\b.ts', posix), 'src/a\\b.ts');
  });
});
