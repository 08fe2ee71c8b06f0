import { FileType, l10n, Uri, window, workspace } from 'vscode';
import { relativePathParts } from '../../core/base/relativePath.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { showNotice } from '../../host/ui/statusBar.ts';

const maxOffered = 20;

/** The workspace file that a header names. Asks if several match, and shows a message if none does. */
export async function findSharedFile(path: string): Promise<Uri | undefined> {
  const parts = relativePathParts(path);
  const found = parts === undefined ? [] : await candidates(parts);
  if (found.length === 0) showNotice(l10n.t('{0} is not in this workspace.', displayTitle(path)));
  if (found.length <= 1) return found[0];
  const rows = found.map((uri) => ({ label: workspace.asRelativePath(uri), uri }));
  return (await window.showQuickPick(rows, { placeHolder: l10n.t('Select the file') }))?.uri;
}

async function candidates(parts: readonly string[]): Promise<readonly Uri[]> {
  const folders = workspace.workspaceFolders ?? [];
  const direct = folders.map(({ uri }) => Uri.joinPath(uri, ...parts));
  // In multi-root workspaces, paths start with the name of the folder.
  const named = folders.filter(({ name }) => name === parts[0]).map(({ uri }) => Uri.joinPath(uri, ...parts.slice(1)));
  const existing: Uri[] = [];
  for (const uri of [...direct, ...named]) if (await isFile(uri)) existing.push(uri);
  if (existing.length > 0) return existing;
  const glob = `**/${parts.map((part) => part.replace(/[*?{}[\]]/g, '[$&]')).join('/')}`;
  return workspace.findFiles(glob, undefined, maxOffered);
}

async function isFile(uri: Uri): Promise<boolean> {
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.File) !== 0;
  } catch {
    // Not found. Another candidate may exist.
    return false;
  }
}
