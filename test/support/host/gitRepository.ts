import assert from 'node:assert/strict';
import { commands, Uri } from 'vscode';
import { type GitRepository, gitApi } from '../../../src/host/git/gitApi.ts';
import { gitIn } from '../harness/gitFolder.ts';

/** Runs git in a folder, without the settings of the machine. */
export const git = async (folder: string, ...args: readonly string[]): Promise<string> => gitIn(folder, ...args);

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
