import assert from 'node:assert/strict';
import path from 'node:path';
import { macPaths } from '../../../../src/platform/files/relativePath.ts';
import { patchFolders } from '../../../../src/platform/git/patchFolders.ts';

const win = String.raw;

describe('patchFolders', () => {
  it('returns the root of a repository below a workspace folder', () => {
    assert.deepEqual(patchFolders(['/w/a', '/w'], ['/w'], undefined, path.posix), [
      { rootFolder: '/w/a', folder: '/w/a' },
      { rootFolder: '/w', folder: '/w' },
    ]);
  });

  it('returns only workspace folders when the repository is larger', () => {
    assert.deepEqual(patchFolders(['/w', '/w2'], ['/w/a', '/w/b', '/x'], undefined, path.posix), [
      { rootFolder: '/w', folder: '/w/a' },
      { rootFolder: '/w', folder: '/w/b' },
    ]);
  });

  it('returns the root of a workspace folder in another letter case on macOS', () => {
    assert.deepEqual(patchFolders(['/w/Tides'], ['/w/tides'], undefined, macPaths), [
      { rootFolder: '/w/Tides', folder: '/w/Tides' },
    ]);
  });

  it('sorts the repository that the patch names first', () => {
    const order = (named: string | undefined, paths: typeof path.posix, ...roots: readonly string[]) =>
      patchFolders(roots, roots, named, paths).map(({ rootFolder }) => rootFolder);
    assert.deepEqual(order('b', path.posix, '/w/a', '/w/b'), ['/w/b', '/w/a']);
    assert.deepEqual(order('b', path.win32, win`c:\a`, win`c:\b`), [win`c:\b`, win`c:\a`]);
    assert.deepEqual(order('../b', path.posix, '/w/a', '/w/b'), ['/w/a', '/w/b']);
  });
});
