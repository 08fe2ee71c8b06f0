import { basename } from 'node:path';
import { type Uri, workspace } from 'vscode';

/**
 * The path of a file as messages show it: relative to the workspace folder, with `/`. Outside the workspace it is only the
 * name, because a full path would show the user's name and the layout of the computer. Documents that VS Code derives from
 * a file (the left side of a diff, a notebook cell) have the path of that file under another scheme.
 */
export function sharedPath(uri: Uri): string {
  const folders = workspace.workspaceFolders ?? [];
  const file = folders
    .map((folder) => folder.uri.with({ path: uri.path }))
    .find((each) => workspace.getWorkspaceFolder(each) !== undefined);
  return file === undefined ? basename(uri.path) : workspace.asRelativePath(file).replaceAll('\\', '/');
}
