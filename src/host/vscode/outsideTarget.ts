import { realpath } from 'node:fs/promises';
import { type Uri, workspace } from 'vscode';
import { isWithin } from '../../core/base/storage/isWithin.ts';
import { unlessMissing } from '../../core/base/storage/systemError.ts';

/** The real path of a workspace file when symbolic links lead out of the workspace; `undefined` for every other file. */
export async function outsideTarget(uri: Uri): Promise<string | undefined> {
  if (uri.scheme !== 'file' || workspace.getWorkspaceFolder(uri) === undefined) return undefined;
  // The file of an open document may have been deleted.
  const target = await unlessMissing(realpath(uri.fsPath));
  if (target === undefined) return undefined;
  for (const { uri: folder } of workspace.workspaceFolders ?? []) {
    if (folder.scheme === 'file' && isWithin(target, await realpath(folder.fsPath))) return undefined;
  }
  return target;
}
