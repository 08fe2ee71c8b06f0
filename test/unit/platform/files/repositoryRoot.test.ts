import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gitFolderOf } from '../../../../src/platform/files/gitFolderOf.ts';
import { repositoryRoot } from '../../../../src/platform/files/repositoryRoot.ts';
import { createTemporaryFolder } from '../../../support/harness/temporaryFolder.ts';

describe('A repository on the disk', () => {
  const temporary = createTemporaryFolder();
  const folder = (...parts: readonly string[]): string => path.join(temporary.path, ...parts);
  after(() => temporary.remove());

  async function write(file: string, text = '[core]\n'): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  before(async () => {
    await write(folder('main', '.git', 'config'));
    await write(folder('main', '.git', 'worktrees', 'tree', 'commondir'), '../..\n');
    await write(folder('tree', '.git'), `gitdir: ${folder('main', '.git', 'worktrees', 'tree')}\n`);
    await write(folder('main', '.git', 'modules', 'sub', 'config'));
    await write(folder('main', 'sub', '.git'), 'gitdir: ../.git/modules/sub\n');
  });

  it('is found above a folder, by the folder of git or by its file, and nothing elsewhere', async () => {
    assert.equal(await repositoryRoot(folder('main', 'src', 'new')), folder('main'));
    assert.equal(await repositoryRoot(folder('tree')), folder('tree'));
    assert.equal(await repositoryRoot(folder('main', 'sub', 'a')), folder('main', 'sub'));
    assert.equal(await repositoryRoot(folder('other')), undefined);
  });

  it('has its configuration and objects in one folder, also that of a worktree and of a submodule', async () => {
    assert.equal(await gitFolderOf(folder('main')), folder('main', '.git'));
    assert.equal(await gitFolderOf(folder('tree')), folder('main', '.git'));
    assert.equal(await gitFolderOf(folder('main', 'sub')), folder('main', '.git', 'modules', 'sub'));
    assert.equal(await gitFolderOf(folder('other')), undefined);
  });

  it('is not one whose configuration is a symbolic link, or that names another computer', async () => {
    await mkdir(folder('linked', '.git'), { recursive: true });
    await symlink(folder('main', '.git', 'config'), folder('linked', '.git', 'config'));
    await symlink('/dev/zero', folder('linked', '.git', 'commondir'));
    assert.equal(await gitFolderOf(folder('linked')), undefined);
    await write(folder('away', '.git'), 'gitdir: //server/share/a\n');
    await write(folder('common', '.git'), `gitdir: ${folder('common-git')}\n`);
    await write(folder('common-git', 'commondir'), '//server/share\n');
    if (process.platform === 'win32') {
      for (const name of ['away', 'common']) assert.equal(await gitFolderOf(folder(name)), undefined, name);
    }
  });
});
