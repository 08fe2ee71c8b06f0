import { sep } from 'node:path';
import { FileType, l10n, Range, type TextDocument, Uri, window, workspace } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { relativePathParts } from '../../core/base/paths.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { type CurrentLines, currentLines } from '../../core/messages/currentLines.ts';
import { findBlock } from '../../core/messages/findBlock.ts';
import type { SharedBlock } from '../../core/messages/sharedBlocks.ts';
import { textAtCommit } from '../../host/git/gitApi.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import { showInformationMessage, showWarningMessage } from '../../host/vscode/notifications.ts';

const maxOffered = 20;

/** Opens the file of a block at the shared lines, and tells the user if they were moved or changed. */
export async function openHere(block: SharedBlock, log: Log, compare: (file: Uri) => Promise<void>): Promise<void> {
  const { origin, code } = block;
  const file = origin && (await findSharedFile(origin.path));
  if (origin === undefined || file === undefined) return;
  const document = await workspace.openTextDocument(file);
  const place = findBlock(document.getText(), code, origin.startLine);
  const { startLine, endLine } =
    place.kind === 'gone' ? ((await findCurrentLines(block, document, log)) ?? origin) : place;
  const selection = document.validateRange(
    new Range(startLine - 1, 0, Math.max(startLine, endLine) - 1, Number.MAX_SAFE_INTEGER),
  );
  await window.showTextDocument(document, { selection });
  const name = displayTitle(workspace.asRelativePath(file));
  if (place.kind === 'moved') {
    const text = l10n.t('{0}: these lines moved from line {1} to line {2}.', name, origin.startLine, startLine);
    void showInformationMessage(text);
  } else if (place.kind === 'gone') {
    const comparing = l10n.t('Compare');
    const text = l10n.t('{0} no longer contains these lines.', name);
    if ((await showWarningMessage(text, comparing)) === comparing) await compare(file);
  }
}

/** Opens the workspace file that the text of a message names, at a line. @param line 1-based */
export async function openPath(path: string, line: number): Promise<void> {
  const file = await findSharedFile(path);
  if (file === undefined) return;
  const document = await workspace.openTextDocument(file);
  const start = document.validateRange(new Range(line - 1, 0, line - 1, 0));
  await window.showTextDocument(document, { selection: start });
}

/** The workspace file that a header names. Asks if several match, and shows a message if none does. */
export async function findSharedFile(path: string): Promise<Uri | undefined> {
  const parts = relativePathParts(path, sep);
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

/** Finds the current position of shared lines in their file, using the commit from their header. */
export async function findCurrentLines(
  block: SharedBlock,
  document: TextDocument,
  log: Log,
): Promise<CurrentLines | undefined> {
  const { commit } = block.origin ?? {};
  const committed = commit === undefined ? undefined : await textAtCommit(document.uri, commit, log);
  return currentLines(document.getText(), block, committed);
}
