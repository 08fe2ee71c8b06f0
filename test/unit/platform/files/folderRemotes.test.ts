import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readFolderRemotes } from '../../../../src/platform/files/folderRemotes.ts';
import { createTemporaryFolder } from '../../../support/harness/temporaryFolder.ts';

const config = (url: string): string => `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n`;

describe('readFolderRemotes', () => {
  const temporary = createTemporaryFolder();
  const folder = (...parts: readonly string[]): string => path.join(temporary.path, ...parts);
  after(() => temporary.remove());

  async function write(file: string, text: string): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  it('returns the identities of the remotes of a clone, without credentials', async () => {
    await write(folder('clone', '.git', 'config'), config('https://ada:token@github.com/Team/tides.git'));
    assert.deepEqual(await readFolderRemotes(folder('clone')), ['github.com/team/tides']);
  });

  it('finds those of a worktree and of a submodule', async () => {
    await write(folder('main', '.git', 'config'), config('git@github.com:team/tides.git'));
    await write(folder('main', '.git', 'worktrees', 'tree', 'commondir'), '../..\n');
    await write(folder('tree', '.git'), `gitdir: ${folder('main', '.git', 'worktrees', 'tree')}\n`);
    assert.deepEqual(await readFolderRemotes(folder('tree')), ['github.com/team/tides']);
    await write(folder('main', '.git', 'modules', 'sub', 'config'), config('git@github.com:team/sub.git'));
    await write(folder('main', 'sub', '.git'), 'gitdir: ../.git/modules/sub\n');
    assert.deepEqual(await readFolderRemotes(folder('main', 'sub')), ['github.com/team/sub']);
  });

  it('follows no symbolic link at the place of the configuration', async () => {
    await mkdir(folder('linked', '.git'), { recursive: true });
    await symlink(folder('clone', '.git', 'config'), folder('linked', '.git', 'config'));
    await symlink('/dev/zero', folder('linked', '.git', 'commondir'));
    assert.deepEqual(await readFolderRemotes(folder('linked')), []);
  });
});
