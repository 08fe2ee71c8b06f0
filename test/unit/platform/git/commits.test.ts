import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TooLargeError } from '../../../../src/core/attachments/limits.ts';
import {
  commitPatch,
  commitSubject,
  fileAtCommit,
  fileHistory,
  resolveCommit,
} from '../../../../src/platform/git/commits.ts';
import { gitDiff } from '../../../../src/platform/git/diff.ts';
import { applyPatch, checkPatch } from '../../../../src/platform/git/patch.ts';
import { runGit } from '../../../../src/platform/git/runGit.ts';
import { gitIn } from '../../../support/harness/gitFolder.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { exceptOnWindows } from '../../../support/needs.ts';

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');

describe('A commit of a repository', function () {
  this.timeout(60_000);
  const temporary = useTemporaryFolder();
  const at = (...names: readonly string[]): string => path.join(temporary.path, 'repository', ...names);
  const place = () => ({ gitPath: 'git', rootFolder: at() });
  const git = (...args: readonly string[]): string => gitIn(at(), ...args);
  const write = (name: string, content: string | Uint8Array): void => writeFileSync(at(name), content);

  /** Commits everything. @returns the full id */
  function commit(message: string): string {
    git('add', '--all');
    git('commit', '-q', '--allow-empty', '--allow-empty-message', '-m', message);
    return git('rev-parse', 'HEAD');
  }

  beforeEach(() => {
    mkdirSync(at());
    git('init', '-q', '-b', 'main');
  });

  it('is found by any revision, and nothing else is', async () => {
    write('a', 'a');
    const [first, second] = [commit('one'), commit('two')];
    git('tag', '-a', 'v1', '-m', 'tag', first);
    for (const revision of ['HEAD', 'main', second, second.slice(0, 12)]) {
      assert.equal(await resolveCommit(place(), revision), second, revision);
    }
    for (const revision of ['HEAD~1', 'v1', 'v1^{}']) assert.equal(await resolveCommit(place(), revision), first);
    for (const revision of ['nope', 'HEAD:a', '^HEAD', 'HEAD~9', '']) {
      assert.equal(await resolveCommit(place(), revision), undefined, revision);
    }
  });

  it('is in the history of a file under all of its names', async () => {
    const [oldName, name] = ['-old [a].txt', 'né "w"\'s.txt'];
    write(oldName, lines(9));
    const first = commit('first\nline two\n\nbody');
    git('mv', '--', oldName, name);
    const second = commit('*rename*');
    write('other', 'x');
    commit('unrelated');
    write(name, `${lines(9)}more\n`);
    git('config', 'log.showRoot', 'false');
    const third = commit('');
    const history = await fileHistory(place(), name);
    const facts = history.map(({ commit: id, subject, path: pathThen, author }) => [id, subject, pathThen, author]);
    assert.deepEqual(facts, [
      [third, '', name, 'Ada'],
      [second, '*rename*', name, 'Ada'],
      [first, 'first line two', oldName, 'Ada'],
    ]);
    assert.equal(Date.parse(history[0]?.committedAt ?? ''), Number(git('log', '-1', '--format=%ct')) * 1000);
    assert.equal(await commitSubject(place(), first), 'first line two');
    assert.equal((await fileAtCommit(place(), first, oldName))?.toString(), lines(9));
    assert.equal(await fileAtCommit(place(), first, name), undefined);
  });

  exceptOnWindows('symbolic links need a right').it('has the bytes of regular files only', async () => {
    const bytes = Uint8Array.of(0, 255, 13, 10);
    write('binary', bytes);
    symlinkSync('binary', at('link'));
    mkdirSync(at('folder'));
    write('folder/file', 'x');
    write('[ab]', 'pattern');
    write('a', 'other');
    const id = commit('one');
    assert.deepEqual(await fileAtCommit(place(), id, 'binary'), Buffer.from(bytes));
    assert.equal((await fileAtCommit(place(), id, '[ab]'))?.toString(), 'pattern');
    for (const name of ['link', 'folder', 'missing']) {
      assert.equal(await fileAtCommit(place(), id, name), undefined, name);
    }
  });

  it('has a patch that git applies to its parent, also for the first one and for renames', async () => {
    write('old', lines(9));
    const first = commit('one');
    git('mv', 'old', 'new');
    write('new', `${lines(9)}more\n`);
    const second = commit('two');
    git('config', 'log.showRoot', 'false');
    git('config', 'diff.renames', 'false');
    git('config', 'diff.noprefix', 'true');
    git('config', 'color.ui', 'always');
    assert.match(await commitPatch(place(), first), /^diff --git a\/old b\/old\nnew file mode 100644\n/);
    const patch = await commitPatch(place(), second);
    assert.match(patch, /\nrename from old\nrename to new\n/);
    git('reset', '-q', '--hard', first);
    write('../second.patch', patch);
    git('apply', '--index', '../second.patch');
    assert.equal(git('write-tree'), git('rev-parse', `${second}^{tree}`));
  });

  it('has the changes to its first parent if it is a merge, and none if it is empty', async () => {
    write('a', 'a\n');
    commit('one');
    git('checkout', '-q', '-b', 'side');
    write('b', 'b\n');
    commit('side');
    git('checkout', '-q', 'main');
    write('c', 'c\n');
    commit('main');
    git('merge', '-q', '--no-ff', '-m', 'merge', 'side');
    for (const format of ['separate', 'combined', 'off']) {
      git('config', 'log.diffMerges', format);
      const names = (await commitPatch(place(), git('rev-parse', 'HEAD'))).match(/^\+\+\+ .*/gm);
      assert.deepEqual(names, ['+++ b/b'], format);
    }
    assert.equal(await commitPatch(place(), commit('empty')), '');
  });

  exceptOnWindows('the program is a shell script').it('runs no program that the repository names', async () => {
    const [program, trace] = [at('.git', 'witness'), at('.git', 'ran')];
    writeFileSync(program, `#!/bin/sh\ntouch '${trace}'\nexit 1\n`);
    chmodSync(program, 0o700);
    write('.gitattributes', '*.txt diff=evil filter=evil\n');
    write('a.txt', 'one\n');
    const first = commit('one');
    write('a.txt', 'two\n');
    const plain = commit('two');
    // Git runs the program for the signature of a commit that has one.
    const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n';
    const [headers = '', message = ''] = git('cat-file', 'commit', plain).split('\n\n');
    const signed = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
      cwd: at(),
      input: `${headers}\n${signature}\n${message}\n`,
      encoding: 'utf8',
    }).trim();
    git('update-ref', 'refs/heads/main', signed);
    git('config', 'log.showSignature', 'true');
    for (const key of ['gpg.program', 'diff.external', 'diff.evil.command', 'diff.evil.textconv', 'core.fsmonitor']) {
      git('config', key, program);
    }
    for (const key of ['filter.evil.smudge', 'filter.evil.clean', 'core.pager']) git('config', key, program);
    assert.equal(await resolveCommit(place(), 'HEAD'), signed);
    assert.equal((await fileHistory(place(), 'a.txt')).length, 2);
    assert.equal(await commitSubject(place(), signed), 'two');
    assert.match(await commitPatch(place(), signed), /\n-one\n\+two\n$/);
    assert.equal((await fileAtCommit(place(), first, 'a.txt'))?.toString(), 'one\n');
    assert.equal(existsSync(trace), false);
    assert.throws(() => git('show', signed), /failed/);
    assert.equal(existsSync(trace), true, 'the program runs for git itself');
  });
});

describe('runGit', () => {
  const temporary = useTemporaryFolder();

  exceptOnWindows('a program is no shell script').it('starts no monitor that the repository names', async () => {
    const [program, trace] = [path.join(temporary.path, 'monitor'), path.join(temporary.path, 'ran')];
    const place = { gitPath: 'git', rootFolder: path.join(temporary.path, 'repository') };
    writeFileSync(program, `#!/bin/sh\ntouch '${trace}'\n`, { mode: 0o700 });
    mkdirSync(place.rootFolder);
    const git = (...args: readonly string[]) => gitIn(place.rootFolder, ...args);
    git('init', '-q');
    git('config', 'core.fsmonitor', program);
    writeFileSync(path.join(place.rootFolder, 'a.txt'), 'one\n');
    git('-c', 'core.fsmonitor=false', 'add', 'a.txt');
    const target = { ...place, folder: place.rootFolder };
    const patch = Buffer.from('--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n');
    await applyPatch(target, await checkPatch(patch, target));
    const { patch: diff } = await gitDiff({ ...place, compared: 'unstaged', chosen: 'all', renameSimilarity: 50 });
    assert.match(diff, /\n\+two\n$/);
    assert.equal(existsSync(trace), false);
    git('diff');
    assert.equal(existsSync(trace), true, 'the program runs for git itself');
  });

  it('refuses output that no attachment can hold, and names it', async () => {
    const endless = ['-c', "alias.endless=!yes 'a long line of output'", 'endless'];
    await assert.rejects(
      runGit({ gitPath: 'git', rootFolder: process.cwd() }, endless, { outputName: 'patch' }),
      (error) => error instanceof TooLargeError && error.fileName === 'patch' && error.byteLength > 0,
    );
  });
});
