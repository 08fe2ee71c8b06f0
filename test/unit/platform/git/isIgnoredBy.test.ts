import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isIgnoredBy } from '../../../../src/platform/git/isIgnoredBy.ts';
import { isTrackedIn } from '../../../../src/platform/git/isTrackedIn.ts';
import { gitIn } from '../../../support/harness/gitFolder.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWindows } from '../../../support/needs.ts';

const limitMs = 20_000;

describe('isIgnoredBy', function () {
  this.timeout(limitMs);
  const temporary = useTemporaryFolder();
  const place = (...names: readonly string[]): string => path.join(temporary.path, 'repository', ...names);
  const git = (...args: readonly string[]): string => gitIn(place(), ...args);
  const isIgnored = (...names: readonly string[]) => isIgnoredBy('git', place(...names), limitMs);

  beforeEach(() => {
    mkdirSync(place('inner'), { recursive: true });
    git('init', '-q');
    writeFileSync(place('.gitignore'), '*.local\n!kept.local\n');
  });

  it('returns true for a rule of the repository', async () => {
    assert.equal(await isIgnored('settings.local'), true);
    assert.equal(await isIgnored('inner', 'deep.local'), true);
  });

  it('returns false outside of a repository, and for a missing folder', async () => {
    assert.equal(await isIgnoredBy('git', path.join(temporary.path, 'a.local'), limitMs), false);
    assert.equal(await isIgnored('gone', 'a.local'), false);
  });

  exceptOnWindows('a program is no shell script').it(
    'does not know in a repository that Git does not read',
    async () => {
      // The tests of Git make it one of another user with this variable, which Roomside gives to no git.
      const program = place('git');
      writeFileSync(program, '#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec git "$@"\n', { mode: 0o700 });
      assert.equal(await isIgnoredBy(program, place('settings.local'), limitMs), undefined);
      assert.equal(await isIgnoredBy(program, path.join(temporary.path, 'a.local'), limitMs), false);
    },
  );

  exceptOnWindows('a program is no shell script').it('does not know where Git does not answer in time', async () => {
    const slow = place('slow');
    writeFileSync(slow, '#!/bin/sh\nexec sleep 60\n', { mode: 0o700 });
    assert.equal(await isIgnoredBy(slow, place('settings.local'), 100), undefined);
  });

  exceptOnWindows('a program is no shell script').it('fails where Git was ended before it answered', async () => {
    const ended = place('ended');
    writeFileSync(ended, '#!/bin/sh\nkill -KILL $$\n', { mode: 0o700 });
    await assert.rejects(isIgnoredBy(ended, place('settings.local'), limitMs), { signal: 'SIGKILL' });
  });

  it('is apart from whether a repository has the file', async () => {
    for (const name of ['[a].ts', 'a.ts', 'own.ts']) writeFileSync(place(name), '');
    git('--literal-pathspecs', 'add', '[a].ts');
    gitIn(place('inner'), 'init', '-q');
    writeFileSync(place('inner', 'b.ts'), '');
    gitIn(place('inner'), 'add', 'b.ts');
    const repository = { gitPath: 'git', rootFolder: place() };
    for (const [name, isTracked] of [
      ['[a].ts', true],
      ['a.ts', false],
      ['inner/b.ts', false],
    ] as const) {
      assert.equal(await isTrackedIn(repository, place(name)), isTracked, name);
    }
  });
});
