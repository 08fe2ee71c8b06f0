import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isCancelled } from '../../../../src/core/base/errors.ts';
import { gitDiff } from '../../../../src/host/git/diff.ts';
import { applyPatch, checkPatch } from '../../../../src/host/git/patch.ts';
import { relativePath } from '../../../../src/platform/files/relativePath.ts';
import { gitIn } from '../../../support/harness/gitFolder.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

describe('The changes of a repository', function () {
  this.timeout(20_000);
  const temporary = useTemporaryFolder();
  const at = (...names: readonly string[]): string => path.join(temporary.path, ...names);
  const git = (...args: readonly string[]): string => gitIn(at('own'), ...args);
  const diff = (untracked: readonly string[], signal?: AbortSignal) =>
    gitDiff({
      ...{ gitPath: 'git', rootFolder: at('own'), compared: 'unstaged', renameSimilarity: 50, untracked },
      ...(signal && { signal }),
    });

  beforeEach(() => {
    for (const name of ['own', 'other']) {
      mkdirSync(at(name));
      gitIn(at(name), 'init', '-q');
    }
  });

  it('contain a new file of a sub-folder on Windows, for the same place elsewhere, whatever prefixes are configured', async () => {
    git('config', 'diff.noprefix', 'true');
    mkdirSync(at('own', 'src', 'deep'), { recursive: true });
    writeFileSync(at('own', 'src', 'deep', 'new.ts'), 'new\n');
    const { patch } = await diff([relativePath('C:\\own', 'C:\\own\\src\\deep\\new.ts', path.win32)]);
    assert.match(patch, /\n\+\+\+ b\/src\/deep\/new\.ts\n/);
    const target = { gitPath: 'git', rootFolder: at('other'), folder: at('other') };
    const bytes = Buffer.from(patch);
    await applyPatch(bytes, target, await checkPatch(bytes, target));
    assert.equal(readFileSync(at('other', 'src', 'deep', 'new.ts'), 'utf8'), 'new\n');
  });

  it('contain the lines around a change, without which git does not apply it, whatever is configured', async () => {
    writeFileSync(at('own', 'a.txt'), 'one\ntwo\nthree\n');
    git('add', '.');
    git('config', 'diff.context', '0');
    writeFileSync(at('own', 'a.txt'), 'one\n2\nthree\n');
    assert.match((await diff([])).patch, /\n one\n-two\n\+2\n three\n$/);
  });

  it('contain a submodule in the form that git applies, whatever its configuration', async () => {
    git('init', '-q', 'module');
    const inModule = (...args: readonly string[]): string => git('-C', 'module', ...args);
    inModule('commit', '-q', '--allow-empty', '-m', 'one');
    git('-c', 'advice.addEmbeddedRepo=false', 'add', 'module');
    git('commit', '-qm', 'first');
    inModule('commit', '-q', '--allow-empty', '-m', 'two');
    git('config', 'diff.submodule', 'log');
    assert.match((await diff([])).patch, /\n-Subproject commit [0-9a-f]{40}\n\+Subproject commit [0-9a-f]{40}\n$/);
  });

  it('name what is no file of the repository, and keep an empty file', async () => {
    git('init', '-q', 'nested');
    writeFileSync(at('own', 'empty.txt'), '');
    const { patch, unread } = await diff(['nested/', 'empty.txt', 'gone.txt']);
    assert.match(patch, /^diff --git a\/empty\.txt b\/empty\.txt\nnew file mode 100644\nindex [^\n]+\n$/);
    assert.deepEqual(unread, ['nested/', 'gone.txt']);
  });

  it('are of this repository in a VS Code that a commit to another one has started as its editor', async () => {
    writeFileSync(at('own', 'file.ts'), 'one\n');
    git('add', '.');
    git('commit', '-qm', 'first');
    writeFileSync(at('own', 'file.ts'), 'two\n');
    const left = { GIT_INDEX_FILE: at('other', '.git', 'next-index-1.lock'), GIT_DIR: at('other', '.git') };
    Object.assign(process.env, left);
    try {
      assert.match((await diff([])).patch, /\n-one\n\+two\n$/);
    } finally {
      for (const name of Object.keys(left)) delete process.env[name];
    }
  });

  it('are no longer read when the user cancels', async () => {
    writeFileSync(at('own', 'a.txt'), 'a\n');
    const abort = new AbortController();
    const files = Array.from({ length: 1000 }, () => 'a.txt');
    const reading = diff(files, abort.signal);
    abort.abort();
    await assert.rejects(reading, isCancelled);
  });
});
