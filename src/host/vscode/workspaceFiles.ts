import { basename } from 'node:path';
import { commands, type Range, type Uri, window, workspace } from 'vscode';
import { unlessMissing } from '../../core/base/storage/systemError.ts';
import { realFolders } from '../../platform/files/insideFolder.ts';
import { realPath } from '../../platform/files/realPath.ts';
import { isWithin } from '../../platform/files/relativePath.ts';
import { urisOfTab } from './uris.ts';

/**
 * The path of a file as messages show it: relative to the workspace folder, with `/`. Outside the workspace it is only the
 * name, because a full path would show the user's name and the layout of the computer. Documents that VS Code derives from
 * a file (the left side of a diff, a notebook cell) have the path of that file under another scheme.
 */
export function sharedPath(uri: Uri): string {
  // A path such as that of an untitled document is in no folder. The URI of a folder on another computer would refuse it.
  const folders = /^\/(?!\/)/.test(uri.path) ? (workspace.workspaceFolders ?? []) : [];
  const file = folders
    .map((folder) => folder.uri.with({ path: uri.path }))
    .find((each) => workspace.getWorkspaceFolder(each) !== undefined);
  return file === undefined ? basename(uri.path) : workspace.asRelativePath(file);
}

/** The real path of a workspace file when symbolic links lead out of the workspace; `undefined` for every other file. */
export async function outsideTarget(uri: Uri): Promise<string | undefined> {
  if (uri.scheme !== 'file' || workspace.getWorkspaceFolder(uri) === undefined) return undefined;
  // The file of an open document may have been deleted.
  const target = await unlessMissing(realPath(uri.fsPath));
  if (target === undefined) return undefined;
  const folders = (workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file');
  const real = await realFolders(folders.map((folder) => folder.uri.fsPath));
  return real.some((folder) => isWithin(target, folder)) ? undefined : target;
}

/** The file in the active editor, whatever the kind of editor. */
export function currentResource(): Uri | undefined {
  const [uri] = urisOfTab(window.tabGroups.activeTabGroup.activeTab);
  return uri ?? window.activeTextEditor?.document.uri;
}

/** Escapes the characters that have a meaning in glob patterns. */
export function literalGlob(name: string): string {
  return name.replace(/[*?{}[\]\\]/g, (sign) => (sign === '\\' ? '?' : `[${sign}]`));
}

/**
 * Compares a text of other people with a file in the text editor, whatever the file names are: the notebook diff runs the
 * HTML and JavaScript of cell outputs. `override` is not in the types of the API; VS Code reads it in
 * `TextEditorOpenOptions` (extHostTypeConverters.ts), and a host test checks its effect.
 */
export async function showPlainTextDiff(theirs: Uri, mine: Uri, title: string, selection?: Range): Promise<void> {
  const options = { preview: true, override: true, ...(selection && { selection }) };
  await commands.executeCommand('vscode.diff', theirs, mine, title, options);
}
