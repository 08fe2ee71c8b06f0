import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../../../src/core/base/clock.ts';
import type { EditorLink } from '../../../../src/core/git/editorLink.ts';
import { findClones } from '../../../../src/platform/git/findClones.ts';
import { inTime } from '../../../../src/platform/git/inTime.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { commitFiles, gitIn } from '../../../support/harness/gitFolder.ts';
import { createTemporaryFolder } from '../../../support/harness/temporaryFolder.ts';

const ports = { clock: systemClock, gitPath: 'git' };
const file = 'packages/app/src/tide.ts';

describe('The clones for a link', function () {
  this.timeout(20_000);
  const temporary = createTemporaryFolder();
  const at = (...names: readonly string[]): string => path.join(temporary.path, ...names);
  const originalPath = process.env.PATH;
  const originalConfig = process.env.GIT_CONFIG_GLOBAL;
  let commit = '';
  const link = (changes: Partial<EditorLink> = {}): EditorLink => ({
    ...{ path: file, lines: [{ startLine: 1, endLine: 1 }], remote: 'github.com/ada/tides', ...changes },
  });
  const found = async (shared: EditorLink, ...folders: readonly string[]): Promise<readonly string[]> => {
    const searched = folders.map((folder) => at(folder));
    return (await findClones(shared, searched, ports)).map(({ root }) => path.relative(at(), root));
  };

  before(() => {
    commit = commitFiles(at('fork'), { [file]: 'one\n' });
    gitIn(at(), 'clone', '-q', 'fork', 'mine');
    gitIn(at('mine'), 'remote', 'set-url', 'origin', 'https://git.example/other/name.git');
    commitFiles(at('stale'), { [file]: 'old\n' });
    gitIn(at('stale'), 'remote', 'add', 'up', 'git@work:Ada/Tides.git');
    commitFiles(at('short'), { [file]: 'short\n' });
    gitIn(at('short'), 'remote', 'add', 'origin', 'tides:ada/tides');
    writeFileSync(at('gitconfig'), '[url "https://token@github.com/"]\n\tinsteadOf = tides:\n');
    mkdirSync(at('bin'));
    // The configuration of SSH is found by the account, not by a variable.
    writeFileSync(
      at('bin', 'ssh'),
      `#!/bin/sh\necho "$@" >> ${at('asked')}\necho "host $3"\n[ "$3" = work ] && echo "hostname github.com" || echo "hostname $3"\n`,
    );
    chmodSync(at('bin', 'ssh'), 0o755);
    process.env.PATH = `${at('bin')}${path.delimiter}${originalPath}`;
    process.env.GIT_CONFIG_GLOBAL = at('gitconfig');
  });
  after(async () => {
    process.env.PATH = originalPath;
    if (originalConfig === undefined) delete process.env.GIT_CONFIG_GLOBAL;
    else process.env.GIT_CONFIG_GLOBAL = originalConfig;
    await temporary.remove();
  });

  it('are those with the commit, whatever their remotes are', async () => {
    assert.deepEqual(await found(link({ commit }), 'stale', 'mine', 'short'), ['mine']);
  });

  it('are not asked about objects that they have elsewhere, as on a server', async () => {
    gitIn(at(), 'clone', '-q', '--shared', 'fork', 'shared');
    assert.deepEqual(await found(link({ commit }), 'shared', 'mine'), ['mine']);
  });

  it('are those with one of the remotes where none has the commit, after the names of SSH and of git', async () => {
    const unknown = 'f'.repeat(40);
    assert.deepEqual(await found(link({ commit: unknown }), 'stale', 'mine', 'short'), ['stale', 'short']);
    const fork = { remote: 'github.com/somebody/fork', others: ['git.example/other/name'] };
    assert.deepEqual(await found(link(fork), 'stale', 'mine'), ['mine']);
    assert.deepEqual(await found(link({ remote: 'github.com/somebody/fork' }), 'stale', 'mine'), []);
  });

  it('are found from a folder inside, from one above, and once from several', async () => {
    assert.deepEqual(await found(link({ commit }), 'mine/packages/app'), ['mine']);
    assert.deepEqual((await found(link({ commit }), '')).toSorted(), ['fork', 'mine']);
    const clones = await findClones(link({ commit }), [at('mine/packages/app'), at('mine'), at('gone')], ports);
    assert.deepEqual(clones, [{ root: at('mine'), folders: [at('mine/packages/app'), at('mine')] }]);
  });

  it('have the commit in a worktree, and with the hashes of SHA-256', async () => {
    gitIn(at('mine'), 'worktree', 'add', '-q', '-b', 'side', at('tree "1"'));
    assert.deepEqual(await found(link({ commit }), 'tree "1"'), ['tree "1"']);
    mkdirSync(at('sha256'));
    gitIn(at('sha256'), 'init', '-q', '--object-format=sha256');
    const long = commitFiles(at('sha256'), { [file]: 'one\n' });
    assert.deepEqual([long.length, await found(link({ commit: long }), 'mine', 'sha256')], [64, ['sha256']]);
  });

  it('by their remotes alone where there is no folder for temporary files', async () => {
    const { TMPDIR: original } = process.env;
    process.env.TMPDIR = at('gone');
    try {
      assert.deepEqual(await found(link({ commit }), 'mine', 'stale'), ['stale']);
    } finally {
      if (original === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = original;
    }
  });

  it('by their remotes alone where there is no git', async () => {
    const clones = await findClones(link({ commit }), [at('mine'), at('stale')], { ...ports, gitPath: undefined });
    const roots = clones.map(({ root }) => root);
    assert.deepEqual(roots, [at('stale')]);
  });

  it('start no program of a clone, fetch nothing, and leave nothing behind', async () => {
    commitFiles(at('evil'), { a: 'a\n' });
    const ran = at('ran');
    const program = at('evil', 'program');
    writeFileSync(program, `#!/bin/sh\ntouch ${ran}\n`);
    chmodSync(program, 0o755);
    const settings = {
      'core.repositoryformatversion': '1',
      'extensions.partialClone': 'evil',
      'remote.evil.url': `ext::${program}`,
      'remote.evil.promisor': 'true',
      'remote.evil.vcs': 'ext',
      'protocol.ext.allow': 'always',
      'core.fsmonitor': program,
      'core.sshCommand': program,
      'core.hooksPath': at('evil'),
      'remote.option.url': 'ssh://-oProxyCommand=touch%20ran/a/b',
      'remote.shell.url': 'git@$(touch ran):a/b',
      'remote.-c.url': 'git@work:ada/tides',
    };
    for (const [name, value] of Object.entries(settings)) gitIn(at('evil'), 'config', name, value);
    const before = readdirSync(tmpdir());
    assert.deepEqual(await found(link({ commit: 'f'.repeat(40) }), 'evil'), ['evil'], 'its third remote is the one');
    assert.equal(existsSync(ran), false);
    const asked = (existsSync(at('asked')) ? [at('asked')] : []).length;
    assert.equal(asked, 1, 'SSH was asked for a name');
    const left = readdirSync(tmpdir()).filter((name) => name.startsWith('roomside-git-') && !before.includes(name));
    assert.deepEqual(left, []);
  });

  it('are searched by a git that runs outside the folder that is removed afterwards', async () => {
    writeFileSync(at('bin', 'slow-git'), `#!/bin/sh\npwd >> ${at('runs-in')}\nexit 1\n`);
    chmodSync(at('bin', 'slow-git'), 0o755);
    await findClones(link({ commit }), [at('mine')], { ...ports, gitPath: at('bin', 'slow-git') });
    assert.equal(readFileSync(at('runs-in'), 'utf8').split('\n')[0], realpathSync(tmpdir()));
  });

  it('are waited for only a moment where a folder does not answer', async () => {
    const clock = new ManualClock();
    const waiting = inTime(clock, new Promise<readonly string[]>(() => undefined));
    clock.advance(1000);
    assert.deepEqual(await waiting, []);
  });
});
