import { type TextDocument, workspace } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import type { OpenFile } from '../../core/lines/messageLines.ts';
import { answerInTime, type GitRepository, gitApi } from '../../host/git/gitApi.ts';
import { sharedPath } from '../../host/vscode/workspaceFiles.ts';
import { relativePath } from '../../platform/files/relativePath.ts';

/** What shared lines are compared with, without what Git knows of the file. */
export function openFileOf({ uri }: TextDocument): OpenFile {
  const paths = [sharedPath(uri), workspace.asRelativePath(uri, true), workspace.asRelativePath(uri, false)];
  // Outside the workspace, the name alone says too little.
  return { file: uri.fsPath, paths: workspace.getWorkspaceFolder(uri) === undefined ? [] : [...new Set(paths)] };
}

/** The repository of a file, if VS Code has opened it. `undefined` outside a repository. */
export function openRepositoryOf({ uri }: TextDocument, log: Log): Promise<OpenFile['repository']> {
  return answerInTime(async () => {
    const repository = (await gitApi())?.getRepository(uri);
    if (repository === null || repository === undefined) return undefined;
    const path = relativePath(repository.rootUri.fsPath, uri.fsPath);
    return { path, remotes: await remotesOf(repository), commit: repository.state.HEAD?.commit };
  }, log);
}

/** Git and SSH are asked once about the remotes of a repository, as long as VS Code has read the same ones. */
const asked = new Map<string, Promise<readonly string[]>>();

function remotesOf(repository: GitRepository): Promise<readonly string[]> {
  const key = JSON.stringify([repository.rootUri.fsPath, repository.state.remotes]);
  const known = asked.get(key);
  if (known !== undefined) return known;
  const remotes = readRemotes(repository);
  asked.set(key, remotes);
  // Git may answer the next time.
  remotes.catch(() => asked.delete(key));
  return remotes;
}

/** A lazy chunk: most messages name no repository. */
async function readRemotes(repository: GitRepository): Promise<readonly string[]> {
  const { identitiesOf, knownRemotes } = await import('../../host/git/remotePages.ts');
  return identitiesOf(await knownRemotes(repository));
}
