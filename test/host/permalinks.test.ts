import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commands, env, Selection, Uri } from 'vscode';
import { gitApi } from '../../src/host/git/gitApi.ts';
import { useNoAccount } from '../support/host/account.ts';
import { closeRepository, git, openRepository, refresh } from '../support/host/gitRepository.ts';
import { openSelected, useManualSave, workspaceFolder } from '../support/host/workspaceFiles.ts';

const text = 'one\ntwo\nthree\nfour\nfive\n';
const lines = (from: number, to: number) => new Selection(from - 1, 0, to, 0);

async function header(): Promise<string> {
  await commands.executeCommand('roomside.copyAsMessage');
  return (await env.clipboard.readText()).split('\n')[0] ?? '';
}

describe('The link of shared lines', () => {
  useNoAccount(); // a broker would add its own link
  // One for each run, and not deleted: Git watches the folders that it has opened.
  let count = 0;
  const root = () => path.join(workspaceFolder(), `repo${count}`);
  const shown = (name = 'src/a b.txt') => `**repo${count}/${name}**`;
  const file = (name = 'src/a b.txt') => Uri.file(path.join(root(), name));
  let commit = '';
  useManualSave();

  async function write(name: string, content: string): Promise<void> {
    await mkdir(path.dirname(path.join(root(), name)), { recursive: true });
    await writeFile(path.join(root(), name), content);
  }

  /** A repository with one commit that its remote contains, according to git. */
  beforeEach(async () => {
    count += 1;
    await write('src/a b.txt', text);
    await git(root(), 'init');
    await git(root(), 'add', '.');
    await git(root(), 'commit', '-m', 'first');
    commit = await git(root(), 'rev-parse', 'HEAD');
    await git(root(), 'remote', 'add', 'origin', 'https://ada:ghp_token@github.com/team/tides.git');
    await git(root(), 'update-ref', 'refs/remotes/origin/main', commit);
    await openRepository(root());
  });
  afterEach(async () => {
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await commands.executeCommand('workbench.action.closeAllEditors');
    await closeRepository(root());
  });

  const linkTo = (fragment: string) => `https://github.com/team/tides/blob/${commit}/src/a%20b.txt${fragment}`;

  it('is that of the revision that an editor of Git shows, never that of the working tree', async () => {
    await git(root(), 'mv', 'src/a b.txt', 'src/new.txt');
    await write('src/new.txt', text.replace('one', 'changed'));
    await git(root(), 'commit', '-a', '-m', 'second');
    const second = await git(root(), 'rev-parse', 'HEAD');
    await write('src/new.txt', `above\n${text}`);
    const repository = await openRepository(root());
    const api = (await gitApi()) ?? assert.fail('no git');
    async function headerAt(name: string, ref: string): Promise<string> {
      await openSelected(api.toGitUri(file(name), ref), lines(2, 3));
      return header();
    }
    const old = `${shown()} · lines 2–3 · [commit ${commit.slice(0, 10)}](<${linkTo('#L2-L3')}>)`;
    for (const ref of [commit, 'HEAD~1', 'origin/main']) assert.equal(await headerAt('src/a b.txt', ref), old, ref);
    const now = `${shown('src/new.txt')} · lines 2–3`;
    for (const ref of ['HEAD', '~', 'main']) {
      assert.equal(await headerAt('src/new.txt', ref), `${now} · commit ${second.slice(0, 10)}`, ref);
    }
    assert.equal(await headerAt('src/new.txt', ''), now, 'the index is no commit');
    await git(root(), 'add', '.');
    await refresh(repository);
    await commands.executeCommand('workbench.action.closeAllEditors');
    assert.equal(await headerAt('src/new.txt', '~'), now, 'the index for a staged file');
  });
});
