import { basename, dirname, join } from 'node:path';
import { commands, type Range, Uri, window, workspace } from 'vscode';
import { unlessMissing } from '../../core/base/storage/systemError.ts';
import { realFolders } from '../../platform/files/insideFolder.ts';
import { realPath } from '../../platform/files/realPath.ts';
import { isWithin, relativePath } from '../../platform/files/relativePath.ts';
import { urisOfTab } from './uris.ts';

/**
 * The path of a file as messages show it: relative to the workspace folder, with `/`. Outside the workspace it is only the
 * name, because a full path would show the user's name and the layout of the computer. Documents that VS Code derives from
 * a file (the left side of a diff, a notebook cell) have the path of that file under another scheme, and some have none.
 */
export function sharedPath(uri: Uri): string {
  // A path such as that of an untitled document is in no folder. The URI of a folder on another computer would refuse it.
  const folders = /^\/(?!\/)/.test(uri.path) ? (workspace.workspaceFolders ?? []) : [];
  const file = folders
    .map((folder) => folder.uri.with({ path: uri.path }))
    .find((each) => workspace.getWorkspaceFolder(each) !== undefined);
  return file === undefined ? basename(uri.path) || 'untitled' : workspace.asRelativePath(file);
}

/** Whether a document is only in its editor: an untitled one, the results of a search, the panel Output. */
export function isInNoFileSystem({ scheme }: Uri): boolean {
  return workspace.fs.isWritableFileSystem(scheme) === undefined;
}

/** The file that links lead to. */
export interface LinkTarget {
  readonly uri: Uri;
  /** Relative to the workspace, or its path if it lies outside. */
  readonly shown: string;
  readonly isOutside: boolean;
}

/**
 * Where the symbolic links in the path of a file lead, below its workspace folder; of a file outside, where the link leads
 * that it is itself. `undefined` if there are none.
 */
export async function linkTarget(uri: Uri): Promise<LinkTarget | undefined> {
  if (uri.scheme !== 'file') return undefined;
  // The file of an open document may have been deleted.
  const target = await unlessMissing(realPath(uri.fsPath));
  if (target === undefined) return undefined;
  const base = workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? dirname(uri.fsPath);
  const unlinked = join(await realPath(base), relativePath(base, uri.fsPath));
  if (relativePath(unlinked, target) === '') return undefined;
  const folders = (workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file');
  const real = await realFolders(folders.map((folder) => folder.uri.fsPath));
  const folder = real.find((each) => isWithin(target, each));
  const shown = folder === undefined ? target : relativePath(folder, target);
  return { uri: Uri.file(target), shown, isOutside: folder === undefined };
}

/** The file in the active editor, whatever the kind of editor: of a comparison the side with the focus, else the right one. */
export function currentResource(): Uri | undefined {
  const active = window.activeTextEditor?.document.uri;
  const uris = urisOfTab(window.tabGroups.activeTabGroup.activeTab);
  return uris.find((uri) => `${uri}` === `${active}`) ?? uris.at(-1) ?? active;
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
