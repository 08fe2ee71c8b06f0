import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { relativePath } from '../../../../src/platform/files/relativePath.ts';

describe('relativePath', () => {
  it('has slashes on Windows', () => {
    assert.equal(relativePath('C:\\work\\tides', 'c:\\work\\tides\\src\\deep\\new.ts', win32), 'src/deep/new.ts');
    assert.equal(relativePath('\\\\server\\share', '\\\\server\\share\\src\\new.ts', win32), 'src/new.ts');
  });

  it('keeps a backslash in a name elsewhere', () => {
    assert.equal(relativePath('/home/tides', '/home/tides/src/a\\b.ts', posix), 'src/a\\b.ts');
  });
});
