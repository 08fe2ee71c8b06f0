import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { PatchRefusedError } from '../../../../src/core/git/errors.ts';
import { copyFiles } from '../../../../src/platform/git/copiedFiles.ts';
import { applyPatch, checkPatch, type PatchTarget, undoPatch } from '../../../../src/platform/git/patch.ts';
import { patchCommit } from '../../../../src/platform/git/patchCommit.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';

const change = (file: string, from = 'one', to = 'two'): string =>
  `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;

const create = (file: string, mode: string, content = '/etc/passwd'): string =>
  `diff --git a/${file} b/${file}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${file}\n@@ -0,0 +1 @@\n+${content}\n\\ No newline at end of file\n`;

const remove = (file: string): string =>
  `diff --git a/${file} b/${file}\ndeleted file mode 100644\n--- a/${file}\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n`;

const move = (kind: 'rename' | 'copy', from: string, to: string, more = ''): string =>
  `diff --git a/${from} b/${to}\n${more}similarity index 100%\n${kind} from ${from}\n${kind} to ${to}\n`;

const bytes = (patch: string): Uint8Array => Buffer.from(patch);

describe('A patch from a message', function () {
  this.timeout(20_000);
  const temporary = useTemporaryFolder();
  let target: PatchTarget;
  const file = (name: string): string => path.join(target.rootFolder, name);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: target.rootFolder,
      encoding: 'utf8',
    });
  const read = (name: string): string => readFileSync(file(name), 'utf8');
  const check = (patch: string, within = target) => checkPatch(bytes(patch), within);
  const apply = async (patch: string) => applyPatch(target, await check(patch));
  /** All files outside of the .git folder. */
  const everything = (): readonly string[] =>
    readdirSync(temporary.path, { recursive: true, encoding: 'utf8' }).filter((name) => !name.includes('.git'));
  /** Asserts that the patch is neither accepted nor applied, by looking at the disk. */
  async function assertRefused(patch: string, problem: PatchRefusedError['problem'], within = target): Promise<void> {
    const before = everything();
    const attempt = check(patch, within).then((checked) => applyPatch(within, checked));
    await assert.rejects(attempt, { name: 'PatchRefusedError', problem });
    assert.deepEqual(everything(), before);
  }

  beforeEach(() => {
    const rootFolder = path.join(temporary.path, 'repository');
    target = { gitPath: 'git', rootFolder, folder: rootFolder };
    mkdirSync(file('inner'), { recursive: true });
    git('init', '-q');
    writeFileSync(file('a.txt'), 'one\n');
    writeFileSync(file('inner/b.txt'), 'one\n');
    writeFileSync(path.join(temporary.path, 'outside.txt'), 'one\n');
  });

  it('is checked without a change, and then applied completely', async () => {
    const patch = change('a.txt') + change('inner/b.txt');
    const { files, paths } = await check(patch);
    const facts = { added: 1, removed: 1, change: 'changed', becomesExecutable: false };
    assert.deepEqual(files, [
      { path: 'a.txt', ...facts },
      { path: 'inner/b.txt', ...facts },
    ]);
    assert.deepEqual([...paths], ['a.txt', 'inner/b.txt']);
    assert.equal(read('a.txt'), 'one\n');
    // As in a fenced block: without its last line ending.
    await apply(patch.slice(0, -1));
    assert.equal(read('a.txt') + read('inner/b.txt'), 'two\ntwo\n');
  });

  it("that does not apply is rejected completely, with git's message", async () => {
    const patch = change('a.txt') + change('inner/b.txt', 'three');
    await assert.rejects(check(patch), (error: PatchRefusedError) => /^error: .*inner\/b\.txt/s.test(error.output));
    assert.equal(read('a.txt'), 'one\n');
  });

  it('that is invalid is rejected', () => assertRefused('no patch at all', 'does-not-apply'));

  it('reports new, deleted, renamed, copied and executable files with both sides', async () => {
    writeFileSync(file('gone.txt'), 'one\n');
    writeFileSync(file('run.sh'), 'one\n');
    const mode = 'diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n';
    const patch =
      create('new file.txt', '100755') +
      remove('gone.txt') +
      move('rename', 'a.txt', 'inner/a => {b}.txt', 'old mode 100644\nnew mode 100755\n') +
      move('copy', 'inner/b.txt', 'inner/c.txt') +
      mode;
    const { files, paths } = await check(patch);
    assert.deepEqual(
      files.map(({ path: name, change: kind, from: shown, becomesExecutable }) => [
        name,
        kind,
        shown,
        becomesExecutable,
      ]),
      [
        ['new file.txt', 'new', undefined, true],
        ['gone.txt', 'deleted', undefined, false],
        ['inner/a => {b}.txt', 'renamed', 'a.txt', true],
        ['inner/c.txt', 'copied', 'inner/b.txt', false],
        ['run.sh', 'changed', undefined, true],
      ],
    );
    const all = ['a.txt', 'gone.txt', 'inner/a => {b}.txt', 'inner/b.txt', 'inner/c.txt', 'new file.txt', 'run.sh'];
    assert.deepEqual([...paths].sort(), all);
    await apply(patch);
    const left = [existsSync(file('a.txt')), existsSync(file('gone.txt')), read('inner/c.txt')];
    assert.deepEqual(left, [false, false, 'one\n']);
    assert.equal(statSync(file('run.sh')).mode & 0o100, 0o100);
  });

  it('is rejected if a section moves a file without saying so, which would delete it unseen', async () => {
    writeFileSync(file('"q" \\.txt'), 'one\n');
    const quoted = (name: string): string => (name.includes('"') ? JSON.stringify(name) : name);
    const twoNames = (from: string, to: string, ...lines: readonly string[]): string =>
      change('x', ...lines)
        .replaceAll('a/x', quoted(`a/${from}`))
        .replaceAll('b/x', quoted(`b/${to}`));
    await assertRefused(twoNames('a.txt', 'made.txt'), 'unclear');
    await assertRefused(twoNames('a.txt', '"made".txt'), 'unclear');
    await assertRefused(twoNames('"q" \\.txt', 'made.txt'), 'unclear');
    await assertRefused(twoNames('a.txt', 'inner/b.txt'), 'unclear');
    // Each name is also the new name of a section.
    await assertRefused(twoNames('a.txt', 'inner/b.txt') + twoNames('inner/b.txt', 'a.txt', 'two', 'three'), 'unclear');
    assert.deepEqual((await check(change('"q" \\.txt').replace(/[ab]\/"q" \\.txt/g, quoted))).files.length, 1);
  });

  it('marks a file that becomes executable although the patch says that it is already', async () => {
    for (const mode of ['100755', '0100777']) {
      const patch = change('a.txt').replace('--- a', `old mode ${mode}\nnew mode ${mode}\n--- a`);
      assert.equal((await check(patch)).files[0]?.becomesExecutable, true, mode);
      await apply(patch);
      assert.equal(statSync(file('a.txt')).mode & 0o100, 0o100);
      chmodSync(file('a.txt'), 0o644);
      writeFileSync(file('a.txt'), 'one\n');
    }
  });

  for (const name of [
    '../outside.txt',
    '.git/config',
    '../../outside.txt',
    '.GIT/hooks/x',
    'inner/../../outside.txt',
  ]) {
    it(`never writes outside the repository through ${name}`, () => assertRefused(change(name), 'does-not-apply'));
  }

  it('changes nothing outside a folder that is a part of the repository', async () => {
    const inner = { ...target, folder: file('inner') };
    await assertRefused(change('a.txt') + change('inner/b.txt'), 'outside', inner);
    assert.deepEqual([...(await check(change('inner/b.txt'), inner)).paths], ['inner/b.txt']);
  });

  // Git reads modes with strtoul and then uses only the bits of the file type.
  const linkModes = [
    ...['120000', '120755', '120644', '120001', '127777', '121000', '0120000', '00120000', '+120000'],
    ...[' 120000', '\t120000', '120000 ', '120000\r', '160000', '0160000', '160755', '040000', '644', '100664'],
    ...['100777', '100600', '104755', '140000', '020666'],
  ];
  for (const mode of linkModes) {
    it(`never creates other than regular files: ${JSON.stringify(mode)}`, async () => {
      await assertRefused(create('made', mode), 'link');
      assert.equal(existsSync(file('made')), false);
    });
  }

  for (const mode of ['100644', '100755', '0100644', '000000']) {
    it(`creates a regular file with ${mode}`, async () => {
      await apply(create('made', mode, 'text'));
      assert.deepEqual([lstatSync(file('made')).isFile(), read('made')], [true, 'text']);
    });
  }

  it('never turns a file into a link, by its mode or by deleting it first', async () => {
    const modes = 'diff --git a/a.txt b/a.txt\nold mode 100644\nnew mode 120000\n';
    await assertRefused(modes, 'does-not-apply');
    await assertRefused(remove('a.txt') + create('a.txt', '120000'), 'link');
    await assertRefused(move('rename', 'a.txt', 'made', 'old mode 100644\nnew mode 120000\n'), 'does-not-apply');
    assert.equal(read('a.txt'), 'one\n');
  });

  it('never changes, deletes, moves or copies a link', async () => {
    symlinkSync('a.txt', file('link'));
    const to = '\\ No newline at end of file\n';
    const patches = [
      `diff --git a/link b/link\n--- a/link\n+++ b/link\n@@ -1 +1 @@\n-a.txt\n${to}+/etc/passwd\n${to}`,
      `diff --git a/link b/link\nindex 1234567..89abcde 120000\n--- a/link\n+++ b/link\n@@ -1 +1 @@\n-a.txt\n${to}+/etc/passwd\n${to}`,
      move('rename', 'link', 'moved'),
      move('copy', 'link', 'moved'),
    ];
    for (const patch of patches) await assertRefused(patch, 'link');
    const deletion = `diff --git a/link b/link\ndeleted file mode 120000\n--- a/link\n+++ /dev/null\n@@ -1 +0,0 @@\n-a.txt\n${to}`;
    await assertRefused(deletion, 'link');
    assert.equal(readlinkSync(file('link')), 'a.txt');
  });

  it('never follows a link to a folder', async () => {
    symlinkSync(temporary.path, file('out'));
    symlinkSync(file('inner'), file('in'));
    for (const patch of [change('out/outside.txt'), change('in/b.txt')]) {
      await assertRefused(patch, 'does-not-apply');
    }
    await assertRefused(create('in/new.txt', '100644'), 'does-not-apply');
    await assertRefused(create('in/deep/new.txt', '100644'), 'does-not-apply');
  });

  it('changes nothing in a nested repository or a submodule', async () => {
    mkdirSync(file('sub'));
    execFileSync('git', ['init', '-q'], { cwd: file('sub') });
    writeFileSync(file('sub/c.txt'), 'one\n');
    await assertRefused(change('sub/c.txt'), 'link');
    await assertRefused(create('sub/new.txt', '100644'), 'link');
    git('update-index', '--add', '--cacheinfo', '160000,1234567890123456789012345678901234567890,empty');
    mkdirSync(file('empty'));
    await assertRefused(create('empty/new.txt', '100644'), 'link');
    await assertRefused(create('EMPTY/new.txt', '100644'), 'link');
  });

  it('is applied without what git cannot apply, which is named', async () => {
    const parts = [
      'diff --git a/é x.bin b/é x.bin\nindex 1234567..89abcde 100644\nBinary files a/é x.bin and b/é x.bin differ\n',
      create('link', '120000'),
      remove('becomes') + create('becomes', '120000'),
      'diff --git a/module b/module\nindex 1234567..89abcde 160000\n--- a/module\n+++ b/module\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n',
      change('big.psd', 'version https://git-lfs.github.com/spec/v1', 'x'),
      change('latin1', 'f\ufffdr', 'x'),
      'diff --git "a/tab\\tx" "b/tab\\tx"\n--- "a/tab\\tx"\n+++ "b/tab\\tx"\n@@ -1 +1 @@\n-x\n+y\n',
    ];
    const { files, leftOut } = await check(`${parts.join('')}${change('a.txt')}`);
    assert.deepEqual(
      [files.length, leftOut.map(({ name, kind }) => `${kind} ${name}`)],
      [
        1,
        [
          'binary é x.bin',
          'link link',
          'link becomes',
          'submodule module',
          'lfs big.psd',
          'unreadable latin1',
          'unreadable tab\\tx',
        ],
      ],
    );
    await apply(change('a.txt') + parts.join(''));
    assert.deepEqual([read('a.txt'), existsSync(file('link'))], ['two\n', false]);
  });

  it('is rejected if git would leave out a part of it, as the conflicts of a merge', async () => {
    const combined =
      'diff --cc inner/b.txt\nindex 1,2..0\n--- a/inner/b.txt\n+++ b/inner/b.txt\n@@@ -1,1 -1,1 +1,1 @@@\n- one\n -two\n++three\n';
    await assertRefused(change('a.txt') + combined, 'incomplete');
    await assertRefused(combined + change('a.txt'), 'incomplete');
    // Lines of a hunk are no beginnings.
    writeFileSync(file('a.txt'), '-- x\n');
    await apply('--- a/a.txt\n+++ b/a.txt\n@@ -1 +1,2 @@\n--- x\n+++ y\n+diff --git a/b b/b\n');
    assert.equal(read('a.txt'), '++ y\ndiff --git a/b b/b\n');
  });

  for (const [name, bytesOf] of [
    ['UTF-16 and CRLF', (text: string) => Buffer.from(`\ufeff${text.replaceAll('\n', '\r\n')}`, 'utf16le')],
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['CRLF', (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))],
  ] as const) {
    it(`is read as git wrote it where PowerShell saved it in ${name}`, async () => {
      const checked = await checkPatch(bytesOf(change('a.txt', 'one', 'zwölf')), target);
      await applyPatch(target, checked);
      assert.equal(read('a.txt'), 'zwölf\n');
    });
  }

  it('is rejected if a name could forge a line of the report', async () => {
    const name = 'x\\n create mode 100644 y';
    const patch = `diff --git "a/${name}" "b/${name}"\nnew file mode 100644\n--- /dev/null\n+++ "b/${name}"\n@@ -0,0 +1 @@\n+q\n`;
    await assertRefused(patch, 'unclear');
    await assertRefused(patch.replaceAll('\\n create', '\\377 create'), 'unclear');
  });

  it('is rejected if it would now do something other than what was shown', async () => {
    const patch = create('made', '100644');
    const checked = await check(patch);
    chmodSync(file('a.txt'), 0o755);
    const both = change('a.txt') + patch;
    const before = await check(both);
    chmodSync(file('a.txt'), 0o644);
    await assert.rejects(applyPatch(target, before), { problem: 'changed' });
    symlinkSync(temporary.path, file('made'));
    await assert.rejects(applyPatch(target, checked), { name: 'PatchRefusedError' });
  });

  for (const [name, end] of [
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ] as const) {
    it(`keeps ${name} byte for byte`, async () => {
      writeFileSync(file('a.txt'), `one${end}two${end}`);
      git('-c', 'core.autocrlf=false', 'add', '-A');
      git('commit', '-qm', 'x');
      writeFileSync(file('a.txt'), `one${end}three${end}`);
      const patch = git('-c', 'core.autocrlf=false', 'diff');
      git('checkout', '-q', '.');
      await apply(patch);
      assert.equal(read('a.txt'), `one${end}three${end}`);
    });
  }

  it('applies without the prefixes a/ and b/, and with mnemonic prefixes', async () => {
    const bare = change('inner/b.txt').replaceAll(/(?<= )[ab]\//g, '');
    await apply(bare);
    assert.equal(read('inner/b.txt'), 'two\n');
    await apply('--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-one\n+two\n');
    assert.equal(read('a.txt'), 'two\n');
    await apply(change('a.txt', 'two', 'three').replaceAll(' a/', ' i/').replaceAll(' b/', ' w/'));
    assert.equal(read('a.txt'), 'three\n');
  });

  it('is merged if the lines have changed, and leaves conflict markers', async () => {
    const text = (...lines: readonly string[]): string => [1, 2, 3, ...lines, 7, 8, ''].join('\n');
    writeFileSync(file('a.txt'), text('4', '5', '6'));
    git('add', '-A');
    git('commit', '-qm', 'x');
    writeFileSync(file('a.txt'), text('4', 'five', '6'));
    writeFileSync(file('inner/b.txt'), 'two\n');
    const patch = git('diff');
    git('checkout', '-q', '.');
    writeFileSync(file('a.txt'), `${text('4', '5', '6')}9\n`.replace('2\n', 'TWO\n'));
    git('commit', '-qam', 'elsewhere');
    const checked = await check(patch);
    assert.deepEqual([checked.isMerge, [...checked.paths]], [true, ['a.txt', 'inner/b.txt']]);
    writeFileSync(file('.git/index.lock'), '');
    await assert.rejects(apply(patch), { name: 'GitFailedError', isLocked: true });
    rmSync(file('.git/index.lock'));
    assert.deepEqual(await apply(patch), []);
    assert.match(read('a.txt'), /TWO\n3\n4\nfive\n/);
    git('reset', '-q', '--hard');
    writeFileSync(file('a.txt'), text('4', 'FIVE', '6'));
    git('commit', '-qam', 'same line');
    git('config', 'rerere.enabled', 'true');
    git('config', 'rerere.autoUpdate', 'true');
    assert.deepEqual(await apply(patch), ['a.txt']);
    assert.match(read('a.txt'), /<<<<<<< ours\nFIVE\n=======\nfive\n>>>>>>> theirs/);
    assert.equal(read('inner/b.txt'), 'two\n');
    // Git resolves by itself what the user has resolved once.
    writeFileSync(file('a.txt'), text('4', 'both', '6'));
    git('commit', '-qam', 'resolved');
    git('reset', '-q', '--hard', 'HEAD~');
    assert.deepEqual(await apply(patch), ['a.txt']);
    assert.match(read('a.txt'), /4\nboth\n/);
  });

  it('names its commit once all of its files are committed', async () => {
    git('add', '--all');
    git('commit', '-q', '-m', 'before');
    const patch = `${change('a.txt')}${create('new.txt', '100644', 'new')}\n`;
    await apply(patch);
    const commit = () => patchCommit(bytes(patch), target);
    assert.equal(await commit(), undefined);
    git('commit', '-q', '-a', '-m', 'a part of it');
    assert.equal(await commit(), undefined, 'a new file is left');
    git('add', '--all');
    git('commit', '-q', '-m', 'the rest');
    assert.equal(await commit(), git('rev-parse', 'HEAD').trim());
    git('commit', '-q', '--allow-empty', '-m', 'something else');
    assert.equal(await commit(), git('rev-parse', 'HEAD~1').trim());
    writeFileSync(file('a.txt'), 'three\n');
    await assert.rejects(commit(), { name: 'PatchRefusedError', problem: 'changed' });
  });

  it('leaves all files as they were where git cannot write one of them', async () => {
    git('config', 'filter.locked.clean', 'cat');
    git('config', 'filter.locked.smudge', 'false');
    git('config', 'filter.locked.required', 'true');
    const partial = [change('a.txt'), create('new/m', '100644'), create('new/m/x', '100644')];
    writeFileSync(file('locked.x'), 'one\n');
    writeFileSync(file('.gitattributes'), '*.x filter=locked\n');
    chmodSync(file('a.txt'), 0o755);
    const before = everything();
    for (const patch of [partial, [change('a.txt'), remove('inner/b.txt'), change('locked.x')]]) {
      const checked = await check(patch.join(''));
      await assert.rejects(applyPatch(target, checked), { name: 'GitFailedError' });
      assert.deepEqual([everything(), read('a.txt'), read('inner/b.txt')], [before, 'one\n', 'one\n']);
      assert.equal(statSync(file('a.txt')).mode & 0o777, 0o755);
    }
  });

  it('leaves what was saved since its check as it is, where git refuses it then', async () => {
    const checked = await check(change('a.txt') + create('new.txt', '100644'));
    const gitPath = path.join(temporary.path, 'git');
    const save = `case "$*" in *--check*) ;; *' apply '*) echo three | tee a.txt > new.txt ;; esac`;
    writeFileSync(gitPath, `#!/bin/sh\n${save}\nexec git "$@"\n`, { mode: 0o700 });
    await assert.rejects(applyPatch({ ...target, gitPath }, checked), { problem: 'changed' });
    assert.equal(read('a.txt') + read('new.txt'), 'three\nthree\n');
  });

  it('names the copies of files that could not be put back', async () => {
    const copies = await copyFiles(target.rootFolder, ['a.txt']);
    rmSync(file('a.txt'));
    mkdirSync(file('a.txt/other'), { recursive: true });
    await assert.rejects(copies.restore(), { name: 'FilesNotRestoredError', folder: copies.folder });
    await copies.remove();
    assert.equal(readFileSync(path.join(copies.folder, 'a.txt'), 'utf8'), 'one\n');
    rmSync(copies.folder, { recursive: true });
  });

  it('can be undone, but not after its lines have changed', async () => {
    const patch = change('a.txt') + create('new.txt', '100755', 'x') + move('rename', 'inner/b.txt', 'c.txt');
    const checked = await check(patch);
    await apply(patch);
    await undoPatch(target, checked);
    assert.deepEqual([read('a.txt'), read('inner/b.txt'), existsSync(file('new.txt'))], ['one\n', 'one\n', false]);
    await apply(patch);
    writeFileSync(file('a.txt'), 'mine\n');
    await assert.rejects(undoPatch(target, checked), { problem: 'changed' });
    assert.deepEqual([read('a.txt'), read('c.txt')], ['mine\n', 'one\n']);
  });
});
