import { sep } from 'node:path';
import { FileType, l10n, Uri, workspace } from 'vscode';
import type { Log } from '../../../core/base/log.ts';
import { relativePathParts } from '../../../core/base/paths.ts';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import type { EditorLink } from '../../../core/git/editorLink.ts';
import type { SharedBlock } from '../../../core/messages/sharedBlocks.ts';
import { type NamedPlace, openLines, type SharedCode } from '../../../host/git/openLines.ts';
import { chooseOne } from '../../../host/ui/chooseOne.ts';
import { showNotice } from '../../../host/ui/statusBar.ts';
import { showInformationMessage } from '../../../host/vscode/notifications.ts';
import { literalGlob } from '../../../host/vscode/workspaceFiles.ts';
import { filesIn } from '../../../platform/files/findFiles.ts';
import { isWithin, relativePath } from '../../../platform/files/relativePath.ts';
import { repositoryRoot } from '../../../platform/files/repositoryRoot.ts';

const maxOffered = 20;

/** The ports of `goToFile`. */
export interface GoToFilePorts {
  readonly log: Log;
  openLink(link: string | EditorLink, code: SharedCode | NamedPlace): Promise<void>;
  compare(file: Uri): Promise<void>;
  openCopy(): Promise<void>;
}

/**
 * Opens the file of a block at the shared lines, where they are now. A link into the editor finds the clone; without one, or
 * where no clone is open, it is the file of the workspace with the path.
 */
export async function goToFile(block: SharedBlock, ports: GoToFilePorts): Promise<void> {
  const { log, compare, openCopy, openLink } = ports;
  const { origin } = block;
  if (origin === undefined) return openCopy();
  const findByPath = async () => {
    const found = await findFiles(origin.path);
    return found.length === 0 ? 'none' : chooseFile(found);
  };
  if (origin.editorLink !== undefined) return openLink(origin.editorLink, { block, findByPath, compare });
  const file = await findByPath();
  if (file === 'none') return offerCopy(origin.path, openCopy);
  const { cell, commit } = origin;
  if (file !== undefined) {
    await openLines(file, { lines: [origin], cell, commit, block, compare: () => compare(file) }, log);
  }
}

async function offerCopy(path: string, openCopy: () => Promise<void>): Promise<void> {
  const open = l10n.t('Open as New File');
  const text = l10n.t("{0} isn't in this workspace.", displayTitle(path));
  if ((await showInformationMessage(text, open)) === open) await openCopy();
}

/** The workspace file that a header names. Asks if several match, and shows a message if none does. */
export async function findSharedFile(path: string): Promise<Uri | undefined> {
  const found = await findFiles(path);
  if (found.length === 0) showNotice(l10n.t("{0} isn't in this workspace.", displayTitle(path)));
  return chooseFile(found);
}

/** The files of the workspace with a path. */
export async function findFiles(path: string): Promise<readonly Uri[]> {
  const parts = relativePathParts(path, sep);
  return parts === undefined ? [] : candidates(parts);
}

/** Asks which file is meant if there are several. */
export function chooseFile(found: readonly Uri[]): Promise<Uri | undefined> {
  // Two folders of the workspace may have the same name.
  const rowOf = (uri: Uri) => ({ label: workspace.asRelativePath(uri), description: uri.fsPath });
  return chooseOne(found, rowOf, { placeHolder: l10n.t('Select the file') });
}

/** The files of the workspace that a path can mean. No link leads out of the open folders. */
export async function candidates(parts: readonly string[]): Promise<readonly Uri[]> {
  const folders = workspace.workspaceFolders ?? [];
  const direct = folders.map(({ uri }) => Uri.joinPath(uri, ...parts));
  // In multi-root workspaces, paths start with the name of the folder.
  const named = folders.filter(({ name }) => name === parts[0]).map(({ uri }) => Uri.joinPath(uri, ...parts.slice(1)));
  const existing: Uri[] = [];
  for (const uri of [...direct, ...named, ...(await fromRoots(parts))])
    if ((await isFile(uri)) && (await isInside(uri))) existing.push(uri);
  if (existing.length > 0) return existing;
  const glob = `**/${parts.map(literalGlob).join('/')}`;
  const found = await workspace.findFiles(glob, undefined, maxOffered);
  return (await Promise.all(found.map(async (uri) => ((await isInside(uri)) ? [uri] : [])))).flat();
}

/** Whether a file is in an open folder with all symbolic links resolved. Another person wrote the path. */
async function isInside(uri: Uri): Promise<boolean> {
  const folder = workspace.getWorkspaceFolder(uri)?.uri;
  if (uri.scheme !== 'file' || folder === undefined) return folder !== undefined;
  const [file] = await filesIn([folder.fsPath], relativePath(folder.fsPath, uri.fsPath), [folder.fsPath]);
  return file?.state === 'found';
}

/** Files by the path from the root of a repository of which a folder is a part, if they are in that folder. */
async function fromRoots(parts: readonly string[]): Promise<readonly Uri[]> {
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const found = folders.map(async ({ uri }) => {
    const root = await repositoryRoot(uri.fsPath);
    const file = root === undefined || root === uri.fsPath ? undefined : Uri.joinPath(Uri.file(root), ...parts);
    return file !== undefined && isWithin(file.fsPath, uri.fsPath) ? [file] : [];
  });
  return (await Promise.all(found)).flat();
}

async function isFile(uri: Uri): Promise<boolean> {
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.File) !== 0;
  } catch {
    // Not found. Another candidate may exist.
    return false;
  }
}
