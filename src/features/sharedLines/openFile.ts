import { type TextDocument, workspace } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { repositoryIdentity } from '../../core/git/remoteUrl.ts';
import type { OpenFile } from '../../core/sharedLines/messageLines.ts';
import { answerInTime, gitApi } from '../../host/git/gitApi.ts';
import { sharedPath } from '../../host/vscode/workspaceFiles.ts';
import { relativePath } from '../../platform/files/relativePath.ts';

/** What shared lines are compared with, without what Git knows of the file. */
export function openFileOf({ uri }: TextDocument): OpenFile {
  const paths = [sharedPath(uri), workspace.asRelativePath(uri, true), workspace.asRelativePath(uri, false)];
  // Outside the workspace, the name alone says too little.
  return { file: uri.fsPath, paths: workspace.getWorkspaceFolder(uri) === undefined ? [] : [...new Set(paths)] };
}

/** The repository of a file, as far as VS Code has read it: Git is not started. `undefined` outside a repository. */
export function openRepositoryOf({ uri }: TextDocument, log: Log): Promise<OpenFile['repository']> {
  return answerInTime(async () => {
    const repository = (await gitApi())?.getRepository(uri);
    if (repository === null || repository === undefined) return undefined;
    const { HEAD, remotes } = repository.state;
    return {
      path: relativePath(repository.rootUri.fsPath, uri.fsPath),
      remotes: remotes.flatMap(({ fetchUrl, pushUrl }) => repositoryIdentity(fetchUrl ?? pushUrl ?? '') ?? []),
      commit: HEAD?.commit,
    };
  }, log);
}
