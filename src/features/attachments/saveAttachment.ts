import { FileSystemError, l10n, type QuickPickItem, Uri, window, workspace } from 'vscode';
import { maxAttachmentBytes } from '../../core/api/contentInfo.ts';
import { uniqueName } from '../../core/attachments/fileNames.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { iconLabel } from '../../host/ui/iconLabel.ts';
import { showInformationMessage, showWarningMessage } from '../../host/vscode/notifications.ts';
import type { AttachmentAddress } from '../../host/vscode/uris.ts';
import { currentResource } from '../../host/vscode/workspaceFiles.ts';
import { assertInsideFolder, NoWorkspaceError, OutsideFolderError } from '../../platform/files/insideFolder.ts';
import { homeFolder } from '../../platform/system.ts';
import { showAttachment } from './attachmentActions.ts';
import { type AttachmentSource, withDownloadProgress } from './attachmentSource.ts';

/**
 * "Save to Workspace…": saves into a folder that the user picks. The file stays inside that folder and replaces
 * another only after a question.
 * @returns the file
 */
export async function saveIntoWorkspace(
  source: AttachmentSource,
  address: AttachmentAddress,
): Promise<Uri | undefined> {
  const folder = await chooseFolder(address.name);
  if (folder === undefined) return undefined;
  if (folder.scheme === 'file')
    await assertInsideFolder(
      folder.fsPath,
      workspaceRoots().map(({ fsPath }) => fsPath),
    );
  const target = await chooseName(folder, address.name);
  if (target !== undefined) await download(source, address, target);
  return target?.file;
}

/** "Download Attachment…": saves anywhere on this computer. @returns the file */
export async function saveAs(source: AttachmentSource, address: AttachmentAddress): Promise<Uri | undefined> {
  const folder = workspaceRoots().find(({ scheme }) => scheme === 'file') ?? Uri.file(homeFolder());
  const target = await window.showSaveDialog({
    defaultUri: Uri.joinPath(folder, address.name),
    title: l10n.t('Save Attachment'),
    saveLabel: l10n.t('Save'),
  });
  // The save dialog already asks before it replaces a file.
  if (target !== undefined) await download(source, address, { file: target, overwrite: true });
  return target;
}

/** Shows where the file is and offers to open it. Never runs it. */
export async function offerSaved(saved: Uri): Promise<void> {
  const open = l10n.t('Open');
  const message = l10n.t({
    message: 'Saved {0}',
    args: [displayTitle(workspace.asRelativePath(saved))],
    comment: '{0}: a file',
  });
  if ((await showInformationMessage(message, open)) === open) await showAttachment(saved);
}

interface SaveTarget {
  readonly file: Uri;
  /** False if the name was free: a file that another program creates meanwhile is kept. */
  readonly overwrite: boolean;
}

async function download(
  source: AttachmentSource,
  address: AttachmentAddress,
  { file, overwrite }: SaveTarget,
): Promise<void> {
  await withDownloadProgress(address.name, async (signal, onReceived) => {
    if (file.scheme === 'file') return source.saveTo(file.fsPath, address, { signal, onReceived, overwrite });
    // Only VS Code can write to other file systems.
    const path = await source.fileOf(address, { signal, onReceived, maxBytes: maxAttachmentBytes });
    await workspace.fs.copy(Uri.file(path), file, { overwrite });
  });
}

interface FolderRow extends QuickPickItem {
  /** Absent in the row that opens a dialog. */
  readonly folder?: Uri;
}

async function chooseFolder(name: string): Promise<Uri | undefined> {
  const roots = workspaceRoots();
  if (roots.length === 0) throw new NoWorkspaceError();
  const shown = currentResource();
  const sibling = shown !== undefined && workspace.getWorkspaceFolder(shown) ? Uri.joinPath(shown, '..') : undefined;
  const folders = sibling === undefined ? roots : [sibling, ...roots.filter((root) => `${root}` !== `${sibling}`)];
  const rows: FolderRow[] = folders.map((folder) => ({
    ...iconLabel('folder', folderLabel(folder)),
    description: folder.fsPath,
    folder,
  }));
  rows.push(iconLabel('folder-opened', l10n.t('Another Workspace Folder…')));
  const title = l10n.t('Save {0} to…', name);
  const row = await window.showQuickPick(rows, { title, placeHolder: l10n.t('Select a folder') });
  if (row === undefined || row.folder !== undefined) return row?.folder;
  const options = { canSelectFiles: false, canSelectFolders: true, openLabel: l10n.t('Save Here'), title };
  const [chosen] = (await window.showOpenDialog({ ...options, ...(roots[0] && { defaultUri: roots[0] }) })) ?? [];
  if (chosen !== undefined && workspace.getWorkspaceFolder(chosen) === undefined)
    throw new OutsideFolderError(chosen.path);
  return chosen;
}

function folderLabel(folder: Uri): string {
  const root = workspace.workspaceFolders?.find(({ uri }) => `${uri}` === `${folder}`);
  return root?.name ?? workspace.asRelativePath(folder);
}

/** The file to write: a free name, or an existing file that the user agrees to replace. */
async function chooseName(folder: Uri, name: string): Promise<SaveTarget | undefined> {
  const isTaken = (each: string): Promise<boolean> => exists(Uri.joinPath(folder, each));
  const free = await uniqueName(name, isTaken);
  const newFile = { file: Uri.joinPath(folder, free), overwrite: false };
  if (free === name) return newFile;
  const keep = l10n.t('Keep Both');
  const replace = l10n.t('Replace');
  const detail = l10n.t('Keep Both saves the new file as {0}.', free);
  const question = l10n.t('A file named {0} already exists. Do you want to replace it?', name);
  const choice = await showWarningMessage(question, { modal: true, detail }, keep, replace);
  if (choice === undefined) return undefined;
  return choice === keep ? newFile : { file: Uri.joinPath(folder, name), overwrite: true };
}

async function exists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return false;
    throw error;
  }
}

function workspaceRoots(): readonly Uri[] {
  return workspace.workspaceFolders?.map(({ uri }) => uri) ?? [];
}
