import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { isWithin, macPaths, relativePath } from '../../../../src/platform/files/relativePath.ts';

describe('relativePath', () => {
  it('has slashes on Windows', () => {
    assert.equal(relativePath('C:\\work\\tides', 'c:\\work\\tides\\src\\deep\\new.ts', win32), 'src/deep/new.ts');
    assert.equal(relativePath('\\\\server\\share', '\\\\server\\share\\src\\new.ts', win32), 'src/new.ts');
  });

  it('ignores the letter case of the folder on macOS', () => {
    assert.equal(relativePath('/w/Tides', '/w/tides/src/New.ts', macPaths), 'src/New.ts');
    assert.equal(relativePath('/w/Tides', '/w/tides', macPaths), '');
  });

  it('keeps a backslash in a name elsewhere', () => {
    assert.equal(relativePath('/home/tides', '/home/tides/src/a\\b.ts', posix), 'src/a\\b.ts');
  });
});

describe('isWithin', () => {
  for (const [inner, outer, expected, platform = posix] of [
    ['/w/repo', '/w', true],
    ['/w/', '/w', true],
    ['/w', '/', true],
    ['/w/..x', '/w', true],
    ['/work', '/w', false],
    ['/w', '/w/repo', false],
    ['/w/../x', '/w', false],
    ['/W/repo', '/w', false],
    ['/W/repo', '/w', true, macPaths],
    ['/W/repo', '/w/rep', false, macPaths],
    [String.raw`C:\W\Repo`, String.raw`c:\w`, true, win32],
    [String.raw`c:\w`, 'c:\\', true, win32],
    ['c:/w/repo', String.raw`c:\w`, true, win32],
    [String.raw`\\server\share\repo\src`, String.raw`\\server\share\repo`, true, win32],
    [String.raw`c:\work`, String.raw`c:\w`, false, win32],
    [String.raw`d:\w\repo`, String.raw`c:\w`, false, win32],
    [String.raw`\\other\share\repo`, String.raw`\\server\share`, false, win32],
  ] as const) {
    it(`finds ${inner} ${expected ? 'in' : 'outside'} ${outer}`, () =>
      assert.equal(isWithin(inner, outer, platform), expected));
  }
});
