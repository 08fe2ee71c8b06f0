import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { commands, Uri } from 'vscode';
import { type GitRepository, gitApi } from '../../../src/host/git/gitApi.ts';

const run = promisify(execFile);

/** Runs git in a folder, without the settings of the machine. */
export async function git(folder: string, ...args: readonly string[]): Promise<string> {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
  // Without the sample hooks of git, which are twenty files.
  const quiet = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_TEMPLATE_DIR: '' };
  const environment = { ...process.env, ...quiet };
  const allowed = ['-c', 'protocol.file.allow=always', '-c', 'init.defaultBranch=main'];
  const { stdout } = await run('git', [...identity, ...allowed, ...args], { cwd: folder, env: environment });
  return stdout.trim();
}

/** Opens a repository in VS Code's Git and reads its state. */
export async function openRepository(folder: string): Promise<GitRepository> {
  const api = (await gitApi()) ?? assert.fail('git is switched off');
  const open = api as typeof api & { openRepository(root: Uri): Promise<GitRepository | null> };
  const repository = (await open.openRepository(Uri.file(folder))) ?? assert.fail(`no repository in ${folder}`);
  await refresh(repository);
  return repository;
}

/** Closes a repository in VS Code's Git, which otherwise reads its state again after each change of a file. */
export async function closeRepository(folder: string): Promise<void> {
  await commands.executeCommand('git.close', Uri.file(folder));
}

/** Refreshes a repository in VS Code's Git. */
export async function refresh(repository: GitRepository): Promise<void> {
  await (repository as GitRepository & { status(): Promise<void> }).status();
}
