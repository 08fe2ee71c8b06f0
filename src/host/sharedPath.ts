import { basename } from 'node:path';
import { type Uri, workspace } from 'vscode';

/**
 * The path of a file as messages show it: relative to its workspace folder, with `/`; outside the workspace the name
 * alone, because a whole path shows rooms the user's name and the layout of the computer. Documents that VS Code makes
 * from a file (the left side of a diff, a notebook cell) carry the path of that file under a scheme of their own.
 */
export function sharedPath(uri: Uri): string {
  const folders = workspace.workspaceFolders ?? [];
  const file = folders
    .map((folder) => folder.uri.with({ path: uri.path }))
    .find((each) => workspace.getWorkspaceFolder(each) !== undefined);
  return file === undefined ? basename(uri.path) : workspace.asRelativePath(file).replaceAll('\\', '/');
}
