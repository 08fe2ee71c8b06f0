import { chmodSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { gitIn } from '../../harness/gitFolder.ts';
import { baseFile, linesOf, type RepositoryRow, type RepositoryWorld } from './repositoryWorld.ts';

const docs = 'https://git-scm.com/docs/';

/** Two branches with different lines of the same file; the second is checked out. */
function diverge({ git, write, commit }: RepositoryWorld): void {
  git('checkout', '-q', '-b', 'side');
  write(baseFile, linesOf('theirs'));
  write('both.txt', linesOf('theirs'));
  write('side.txt', linesOf('side'));
  git('rm', '-q', 'gone.txt');
  commit();
  git('checkout', '-q', 'main');
  write(baseFile, linesOf('ours'));
  write('both.txt', linesOf('ours'));
  write('gone.txt', linesOf('gone', 15));
  commit();
}

function addBinary({ write }: RepositoryWorld, content: string): void {
  write('é logo.bin', `\0${content}`);
}

const pointer = (id: string): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${id.repeat(64)}\nsize 12345\n`;

/** Settings that change what git prints, as `git config` takes them. */
const settings: Readonly<Record<string, string>> = {
  'diff.noprefix': 'true',
  'diff.mnemonicPrefix': 'true',
  'diff.context': '0',
  'diff.interHunkContext': '9',
  'diff.renames': 'false',
  'diff.orderFile': '/nowhere/order',
  'diff.relative': 'true',
  'diff.submodule': 'log',
  'diff.suppressBlankEmpty': 'true',
  'diff.algorithm': 'histogram',
  'diff.colorMoved': 'zebra',
  'diff.wsErrorHighlight': 'all',
  'diff.autoRefreshIndex': 'false',
  'diff.external': '/nowhere/diff',
  'color.ui': 'always',
  'core.quotePath': 'true',
  'core.pager': '/nowhere/pager',
  'core.splitIndex': 'true',
  'core.untrackedCache': 'true',
  'index.version': '4',
  'log.showSignature': 'true',
  'log.diffMerges': 'combined',
  'status.showUntrackedFiles': 'no',
  'apply.whitespace': 'fix',
};

const variables: Readonly<Record<string, string>> = {
  GIT_DIFF_OPTS: '--unified=0',
  GIT_EXTERNAL_DIFF: '/nowhere/diff',
  GIT_GLOB_PATHSPECS: '1',
  GIT_ICASE_PATHSPECS: '1',
  GIT_LITERAL_PATHSPECS: '0',
  GIT_TRACE: '1',
  GIT_INDEX_FILE: '/nowhere/index',
  GIT_OBJECT_DIRECTORY: '/nowhere/objects',
  GIT_NAMESPACE: 'other',
};

/** The states in which Git has been used, each from a public report or the documentation. */
export const repositoryRows: readonly RepositoryRow[] = [
  {
    name: 'with staged, deleted and renamed files',
    source: `${docs}git-diff`,
    make({ git, write }) {
      write(baseFile, linesOf('a', 13));
      git('add', '--all');
      git('rm', '-q', 'gone.txt');
      git('mv', baseFile, 'src/moved.txt');
    },
  },
  {
    name: 'in a merge with conflicts',
    source: 'https://github.com/getpatchwork/patchwork/issues/284',
    make(world) {
      diverge(world);
      world.tryGit('merge', '-q', 'side');
    },
  },
  {
    name: 'in a merge whose conflicts are resolved',
    source: `${docs}git-merge#_how_to_resolve_conflicts`,
    make(world) {
      diverge(world);
      world.tryGit('merge', '-q', 'side');
      world.write(baseFile, linesOf('resolved'));
      world.git('add', '--all');
    },
  },
  {
    name: 'in a rebase with conflicts',
    source: `${docs}git-rebase`,
    make(world) {
      diverge(world);
      world.tryGit('rebase', '-q', 'side');
    },
  },
  {
    name: 'in a cherry-pick with conflicts',
    source: `${docs}git-cherry-pick`,
    make(world) {
      diverge(world);
      world.tryGit('cherry-pick', 'side');
    },
  },
  {
    name: 'that is a shallow clone',
    source: 'https://github.com/gitpod-io/gitpod/issues/6796',
    make: (world) => cloneWith(world, '--depth=1'),
  },
  {
    name: 'that is a shallow clone with more commits',
    source: 'https://github.com/gitkraken/vscode-gitlens/issues/2999',
    make(world) {
      cloneWith(world, '--depth=1');
      world.write(baseFile, linesOf('own'));
      world.commit();
    },
  },
  {
    name: 'that is a partial clone',
    source: `${docs}partial-clone`,
    make(world) {
      world.git('config', 'uploadpack.allowFilter', 'true');
      cloneWith(world, '--filter=blob:none');
    },
  },
  {
    name: 'that is a sparse checkout, with a file beside it',
    source: `${docs}git-sparse-checkout`,
    make({ git, write }) {
      git('sparse-checkout', 'set', '--cone', '--sparse-index', 'new');
      write('src/beside.txt', 'beside\n');
      write(baseFile, linesOf('a', 14));
    },
  },
  {
    name: 'that is a sparse checkout, with a new file in a folder that is left out',
    source: 'https://git-scm.com/docs/sparse-index',
    make({ git, write }) {
      git('sparse-checkout', 'set', '--cone', '--sparse-index', 'new');
      write('src/beside.txt', 'beside\n');
    },
  },
  {
    name: 'that is a worktree inside of another repository',
    source: 'https://github.com/qinezh/vscode-gitlink/issues/55',
    make(world) {
      world.git('worktree', 'add', '-q', '-b', 'other', 'trees/other');
      world.root = path.join(world.root, 'trees/other');
    },
  },
  {
    name: 'that contains another clone',
    source: 'https://github.com/microsoft/vscode/issues/255974',
    make(world) {
      const nested = path.join(world.root, 'nested');
      gitIn(world.root, 'clone', '-q', '.', nested);
      gitIn(nested, 'remote', 'set-url', 'origin', 'https://github.com/team/tides.git');
      world.file = `nested/${baseFile}`;
    },
  },
  {
    name: 'with a submodule that moved and has changes',
    source: `${docs}git-diff#Documentation/git-diff.txt---submodule`,
    make({ git, root, commit }) {
      git('submodule', '--quiet', 'add', root, 'module');
      commit();
      git('-C', 'module', 'commit', '-q', '--allow-empty', '-m', 'moved');
    },
  },
  {
    name: 'with changes inside of a submodule',
    source: `${docs}git-diff#Documentation/git-diff.txt---ignore-submodules`,
    make({ git, root, commit, write }) {
      git('submodule', '--quiet', 'add', root, 'module');
      commit();
      write('module/b.txt', 'not in the patch\n');
    },
  },
  {
    name: 'with Git LFS, of which only pointers are there',
    source: 'https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md',
    make({ write, commit }) {
      write('.gitattributes', '*.psd -text\n');
      write('image.psd', pointer('a'));
      commit();
      write('image.psd', pointer('b'));
    },
  },
  {
    name: 'with line ends that git converts',
    source: `${docs}gitattributes#_end_of_line_conversion`,
    make({ git, write }) {
      git('config', 'core.autocrlf', 'true');
      write(baseFile, `${linesOf('a')}more\n`.replaceAll('\n', '\r\n'));
      write('crlf.txt', 'new\r\n');
    },
  },
  {
    name: 'with line ends of Windows',
    source: 'https://github.com/git-for-windows/git/issues/4823',
    make({ write, commit }) {
      write(baseFile, linesOf('a').replaceAll('\n', '\r\n'));
      commit();
      write(baseFile, `${linesOf('a')}more\n`.replaceAll('\n', '\r\n'));
    },
  },
  {
    name: 'with SHA-256',
    source: `${docs}hash-function-transition`,
    make(world) {
      rmSync(path.join(world.root, '.git'), { recursive: true });
      world.git('init', '-q', '--object-format=sha256');
      world.commit();
      world.write(baseFile, linesOf('a', 20));
      world.commit();
    },
  },
  {
    name: 'without a commit',
    source: 'https://github.com/microsoft/vscode/issues/66253',
    make({ root, git, write }) {
      rmSync(path.join(root, '.git'), { recursive: true });
      git('init', '-q');
      git('add', 'src');
      write(baseFile, linesOf('a', 20));
    },
  },
  {
    name: 'without a branch, with two remotes, of which git rewrites one',
    source: `${docs}git-config#Documentation/git-config.txt-urlltbasegtinsteadOf`,
    make({ git }) {
      git('checkout', '-q', '--detach', 'HEAD');
      git('remote', 'set-url', 'origin', 'ours:tides.git');
      git('config', 'url.https://github.com/team/.insteadOf', 'ours:');
      git('remote', 'add', 'fork', 'https://gitlab.com/ada/tides.git');
    },
  },
  {
    name: 'with a branch that follows a local one',
    source: `${docs}git-config#Documentation/git-config.txt-branchltnamegtremote`,
    make: ({ git }) => void git('checkout', '-q', '--track', '-b', 'topic', 'main'),
  },
  {
    name: 'with a commit that no remote has',
    source: `${docs}git-branch#Documentation/git-branch.txt---containsltcommitgt`,
    make({ write, commit }) {
      write(baseFile, linesOf('own'));
      commit();
    },
  },
  {
    name: 'with a branch whose commit changes nothing',
    source: `${docs}git-commit#Documentation/git-commit.txt---allow-empty`,
    make: ({ git }) => void git('commit', '-q', '--allow-empty', '-m', 'run the checks again'),
  },
  {
    name: 'with a branch of two commits, and a stash with new files, under hostile names',
    source: `${docs}git-stash`,
    make({ git, write, commit }) {
      git('checkout', '-q', '-b', 'topic/$(id)<b>`x`');
      write('topic.txt', linesOf('topic'));
      commit();
      git('mv', 'gone.txt', 'renamed.txt');
      commit();
      write('topic.txt', `${linesOf('topic')}stashed\n`);
      write('staged.txt', 'staged\n');
      git('add', 'staged.txt');
      write('put/aside [x].txt', 'new\n');
      git('stash', 'push', '-q', '--include-untracked', '-m', '$(id) [x](command:y) \u202e**b**');
    },
  },
  {
    name: 'with more than a thousand files',
    source: `${docs}git-update-index#_untracked_cache`,
    make({ write, commit }) {
      for (let at = 0; at < 1_100; at += 1) write(`many/${at % 50}/a file with a longer name ${at}.txt`, 'x\n');
      commit();
      write(baseFile, linesOf('own'));
      commit();
      for (let at = 0; at < 400; at += 1) write(`many/${at % 50}/a file with a longer name ${at}.txt`, 'y\n');
    },
  },
  {
    name: 'with odd names',
    source: `${docs}git#Documentation/git.txt---literal-pathspecs`,
    make({ write, commit }) {
      write('[ab].txt', 'one\n');
      write('a b/é.txt', 'one\n');
      write('tab\tx', 'one\n');
      commit();
      for (const name of [
        '-',
        'tab\tx',
        '[ab].txt',
        'a b/é.txt',
        ':(top)x',
        '--output=x',
        ' x',
        '$(id)',
        'x b/y b/z',
      ]) {
        write(name, 'two\n');
      }
    },
  },
  {
    name: 'with links',
    source: `${docs}git-config#Documentation/git-config.txt-coresymlinks`,
    make(world) {
      const { root, write, commit } = world;
      world.file = 'selected.link';
      symlinkSync(baseFile, path.join(root, world.file));
      symlinkSync('b.txt', path.join(root, 'link'));
      write('becomes.txt', 'file\n');
      commit();
      unlinkSync(path.join(root, 'link'));
      for (const name of ['link', 'new.link', 'becomes.txt']) {
        rmSync(path.join(root, name), { force: true });
        symlinkSync('gone.txt', path.join(root, name));
      }
    },
  },
  {
    name: 'with binary files',
    source: `${docs}git-diff#Documentation/git-diff.txt---binary`,
    make(world) {
      addBinary(world, 'one');
      world.commit();
      addBinary(world, 'two');
      world.write('new.bin', '\0new');
    },
  },
  {
    name: 'with text that is not UTF-8',
    source: `${docs}git-apply`,
    make(world) {
      world.file = 'latin1.txt';
      world.write(world.file, Buffer.from(`für\n${linesOf('a')}`, 'latin1'));
      world.commit();
      world.write(world.file, Buffer.from(`für\n${linesOf('a')}über\n`, 'latin1'));
    },
  },
  {
    name: 'with a byte order mark before selected lines',
    source: 'https://github.com/microsoft/vscode/issues/5388',
    make(world) {
      world.file = 'selected.cs';
      world.write(world.file, `\ufeff${linesOf('a')}`);
      world.commit();
    },
  },
  {
    name: 'with other modes',
    source: `${docs}git-config#Documentation/git-config.txt-corefileMode`,
    make({ root, write }) {
      chmodSync(path.join(root, 'gone.txt'), 0o755);
      write('tool.sh', '#!/bin/sh\n');
      chmodSync(path.join(root, 'tool.sh'), 0o755);
    },
  },
  {
    name: 'with files that will be added, and one renamed without git',
    source: `${docs}git-add#Documentation/git-add.txt---intent-to-add`,
    make({ root, git, write }) {
      write('later.txt', 'later\n');
      git('add', '--intent-to-add', 'later.txt');
      renameSync(path.join(root, 'gone.txt'), path.join(root, 'renamed.txt'));
    },
  },
  {
    name: 'with a file that has become a folder, and a folder that has become a file',
    source: `${docs}git-diff`,
    make({ root, write, commit }) {
      write('folder/inner.txt', linesOf('inner'));
      commit();
      rmSync(path.join(root, 'gone.txt'));
      write('gone.txt/inner.txt', 'new\n');
      rmSync(path.join(root, 'folder'), { recursive: true });
      write('folder', 'file\n');
    },
  },
  {
    name: 'with a folder that has become a link to another one',
    source: `${docs}git-diff`,
    make({ root, write, commit }) {
      write('folder/inner.txt', linesOf('inner'));
      write('other/inner.txt', linesOf('other'));
      commit();
      rmSync(path.join(root, 'folder'), { recursive: true });
      symlinkSync('other', path.join(root, 'folder'));
    },
  },
  {
    name: 'with a file that was to be added and is gone',
    source: `${docs}git-add#Documentation/git-add.txt---intent-to-add`,
    make({ root, git, write }) {
      write('later.txt', 'later\n');
      write('staged.txt', 'staged\n');
      git('add', '--intent-to-add', 'later.txt');
      git('add', 'staged.txt');
      rmSync(path.join(root, 'later.txt'));
      rmSync(path.join(root, 'staged.txt'));
    },
  },
  {
    name: 'with commits that git replaces by others',
    source: `${docs}git-replace`,
    make({ git, write, commit }) {
      write(baseFile, linesOf('first'));
      commit();
      write(baseFile, linesOf('second'));
      commit();
      git('replace', '--graft', 'HEAD', 'HEAD~2');
    },
  },
  {
    name: 'with files that git does not look at',
    source: `${docs}git-update-index#Documentation/git-update-index.txt---assume-unchanged`,
    make({ git, write }) {
      git('update-index', '--assume-unchanged', baseFile);
      git('update-index', '--skip-worktree', 'b.txt');
      write(baseFile, linesOf('unseen'));
      write('b.txt', 'unseen\n');
      write('gone.txt', 'seen\n');
    },
  },
  {
    name: 'with files that filters and a text conversion change',
    source: `${docs}gitattributes#_filter`,
    make({ git, write, commit }) {
      git('config', 'filter.upper.clean', 'tr a-z A-Z');
      git('config', 'filter.upper.smudge', 'tr A-Z a-z');
      git('config', 'diff.upper.textconv', 'tr A-Z a-z <');
      write('.gitattributes', '*.up filter=upper diff=upper\n*.txt -diff\n');
      write('x.up', linesOf('up'));
      commit();
      write('x.up', `${linesOf('up')}more\n`);
      write('b.txt', 'other\n');
    },
  },
  {
    name: 'whose index another program has locked',
    source: `${docs}git#Documentation/git.txt---no-optional-locks`,
    make({ write }) {
      write(baseFile, linesOf('a', 12));
      write('.git/index.lock', '');
    },
  },
  {
    name: 'in a bisect, with a worktree that has its own settings',
    source: `${docs}git-worktree#_configuration_file`,
    make({ git, write, commit }) {
      write(baseFile, linesOf('one'));
      commit();
      git('bisect', 'start', 'HEAD', 'HEAD~1');
      git('config', 'extensions.worktreeConfig', 'true');
      git('config', '--worktree', 'core.abbrev', '4');
      git('config', '--worktree', 'diff.noprefix', 'true');
      write(baseFile, linesOf('two'));
    },
  },
  {
    name: 'with files that git ignores although it knows them, and new ones in an ignored folder',
    source: `${docs}gitignore`,
    make({ write, commit }) {
      write('known.log', 'one\n');
      commit();
      write('.gitignore', '*.log\nbuild/\n');
      write('known.log', 'two\n');
      write('other.log', 'new\n');
      write('build/made.txt', 'made\n');
    },
  },
  {
    name: 'that is opened through a link to its folder',
    source: 'https://github.com/microsoft/vscode/issues/116064',
    make(world) {
      const link = path.join(world.parent, 'link');
      symlinkSync(world.root, link);
      world.root = link;
    },
  },
  {
    name: 'with settings that change what git prints',
    source: `${docs}diff-config`,
    make({ git }) {
      for (const [name, value] of Object.entries(settings)) git('config', name, value);
    },
  },
  {
    name: 'with variables that change what git does',
    source: `${docs}git#_environment_variables`,
    make: (world) => void Object.assign(world.variables, variables),
  },
];

function cloneWith(world: RepositoryWorld, option: string): void {
  const clone = path.join(world.parent, 'clone', 'tides');
  gitIn(world.parent, 'clone', '-q', option, `file://${world.root}`, clone);
  gitIn(clone, 'config', 'remote.origin.pushUrl', 'https://github.com/team/tides.git');
  world.root = clone;
  world.objects = path.join(clone, '.git', 'objects');
}
