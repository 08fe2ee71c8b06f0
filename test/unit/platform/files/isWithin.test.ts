import assert from 'node:assert/strict';
import path from 'node:path';
import { isWithin } from '../../../../src/platform/files/relativePath.ts';

describe('isWithin', () => {
  for (const [inner, outer, expected, platform = path.posix] of [
    ['/w/repo', '/w', true],
    ['/w/', '/w', true],
    ['/w', '/', true],
    ['/w/..x', '/w', true],
    ['/work', '/w', false],
    ['/w', '/w/repo', false],
    ['/w/../x', '/w', false],
    ['/W/repo', '/w', false],
    [String.raw`C:\W\Repo`, String.raw`c:\w`, true, path.win32],
    [String.raw`c:\w`, 'c:\\', true, path.win32],
    ['c:/w/repo', String.raw`c:\w`, true, path.win32],
    [String.raw`\\server\share\repo\src`, String.raw`\\server\share\repo`, true, path.win32],
    [String.raw`c:\work`, String.raw`c:\w`, false, path.win32],
    [String.raw`d:\w\repo`, String.raw`c:\w`, false, path.win32],
    [String.raw`\\other\share\repo`, String.raw`\\server\share`, false, path.win32],
  ] as const) {
    it(`finds ${inner} ${expected ? 'in' : 'outside'} ${outer}`, () =>
      assert.equal(isWithin(inner, outer, platform), expected));
  }
});
