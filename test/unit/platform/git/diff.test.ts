import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isCancelled } from '../../../../src/core/base/errors.ts';
import { type DiffRequest, gitDiff } from '../../../../src/platform/git/diff.ts';
import { commitFiles, gitIn } from '../../../support/harness/gitFolder.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

describe('The changes of a repository', function () {
  this.timeout(60_000);
  const temporary = useTemporaryFolder();
  const at = (...names: readonly string[]): string => path.join(temporary.path, 'own', ...names);
  const diff = (more: Partial<DiffRequest> = {}) => {
    const place = {
      gitPath: 'git',
      rootFolder: at(),
      compared: 'unstaged',
      chosen: 'all',
      renameSimilarity: 50,
    } as const;
    return gitDiff({ ...place, ...more });
  };

  beforeEach(() => commitFiles(at(), { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n' }));

  it('name what is no file of the repository, keep an empty file, and leave the index as it is', async () => {
    gitIn(at(), 'init', '-q', 'nested');
    writeFileSync(at('empty.txt'), '');
    const before = statSync(at('.git', 'index')).mtimeMs;
    const { patch, unread, untracked } = await diff();
    assert.match(patch, /^diff --git a\/empty\.txt b\/empty\.txt\nnew file mode 100644\nindex [^\n]+\n$/);
    assert.deepEqual([unread, untracked], [['nested/'], ['empty.txt']]);
    assert.deepEqual([statSync(at('.git', 'index')).mtimeMs, gitIn(at(), 'ls-files', 'empty.txt')], [before, '']);
  });

  it('of a chosen new file do not delete the file that it is a copy of', async () => {
    renameSync(at('a.txt'), at('new.txt'));
    assert.match((await diff()).patch, /^rename from a\.txt\nrename to new\.txt$/m);
    assert.doesNotMatch((await diff({ chosen: ['new.txt'] })).patch, /a\.txt/);
    assert.doesNotMatch((await diff({ chosen: 'untracked' })).patch, /a\.txt/);
  });

  it('of chosen files are those alone, whatever pattern their names are, and renames where git has none', async () => {
    commitFiles(at(), { '[ab].txt': 'first\n' });
    for (const name of ['[ab].txt', 'a.txt']) writeFileSync(at(name), `changed ${name}\n`);
    const { patch } = await diff({ chosen: ['[ab].txt'] });
    assert.deepEqual(patch.match(/^\+.*/gm), ['+++ b/[ab].txt', '+changed [ab].txt']);
    gitIn(at(), 'config', 'diff.renames', 'false');
    gitIn(at(), 'mv', '--', 'b.txt', '-é "q".txt');
    const renamed = (await diff({ compared: 'staged', chosen: ['-é "q".txt'] })).patch;
    assert.match(renamed, /^rename from b\.txt\nrename to "-é \\"q\\"\.txt"$/m);
  });

  it('of more files than a command line can name are all there, and no others', async () => {
    const names = Array.from({ length: 400 }, (_, index) => `a long folder/${'x'.repeat(90)}${index}`);
    commitFiles(at(), Object.fromEntries(names.map((name) => [name, 'one\n'])));
    for (const name of [...names, 'b.txt']) writeFileSync(at(name), 'two\n');
    const { patch } = await diff({ chosen: names });
    assert.equal(patch.match(/^diff --git /gm)?.length, names.length);
    assert.doesNotMatch(patch, /b\.txt/);
  });

  it('run no hook of the repository, and have no new files if only others are wanted', async () => {
    mkdirSync(at('.git', 'hooks'), { recursive: true });
    writeFileSync(at('.git', 'hooks', 'post-index-change'), '#!/bin/sh\necho ran > ran.txt\n', { mode: 0o755 });
    writeFileSync(at('new.txt'), 'new\n');
    assert.deepEqual((await diff()).untracked, ['new.txt']);
    assert.equal(existsSync(at('ran.txt')), false);
    assert.equal((await diff({ chosen: 'tracked' })).patch, '');
  });

  it('are no longer read when the user cancels', async () => {
    const abort = new AbortController();
    const reading = diff({ signal: abort.signal });
    abort.abort();
    await assert.rejects(reading, isCancelled);
  });
});
