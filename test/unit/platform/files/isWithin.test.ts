import assert from 'node:assert/strict';
import path from 'node:path';
import { isWithin } from '../../../../src/platform/files/relativePath.ts';

describe('isWithin', () => {
  for (const [inner, outer, expected] of [
    ['/w/repo', '/w', true],
    ['/w/', '/w', true],
    ['/w', '/', true],
    ['/w/..x', '/w', true],
    ['/work', '/w', false],
    ['/w', '/w/repo', false],
    ['/w/../x', '/w', false],
    ['/W/repo', '/w', false],
  ] as const) {
    it(`finds ${inner} ${expected ? 'in' : 'outside'} ${outer}`, () => {
      assert.equal(isWithin(inner, outer, path.posix), expected);
    });
  }

  for (const [inner, outer, expected] of [
    [String.raw`C:\W\Repo`, String.raw`c:\w`, true],
    [String.raw`c:\w`, 'c:\\', true],
    ['c:/w/repo', String.raw`c:\w`, true],
    [String.raw`\\server\share\repo\src`, String.raw`\\server\share\repo`, true],
    [String.raw`c:\work`, String.raw`c:\w`, false],
    [String.raw`d:\w\repo`, String.raw`c:\w`, false],
    [String.raw`\\other\share\repo`, String.raw`\\server\share`, false],
  ] as const) {
    it(`finds ${inner} ${expected ? 'in' : 'outside'} ${outer} on Windows`, () => {
      assert.equal(isWithin(inner, outer, path.win32), expected);
    });
  }
});
