import { basename, dirname, join } from 'node:path';
import { commands, l10n, Uri, window, workspace } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { type EditorLink, editorLinkText } from '../../core/git/editorLink.ts';
import { gitPath } from '../../host/git/gitApi.ts';
import type { Services } from '../../host/services.ts';
import { showWarningMessage } from '../../host/vscode/notifications.ts';
import { openInBrowser } from '../../host/vscode/openInBrowser.ts';
import { isWithin } from '../../platform/files/relativePath.ts';
import { findClones } from '../../platform/git/findClones.ts';
import { giveHandover } from './handover.ts';
import type { RecentPlace } from './recentPlaces.ts';

/** The folders that VS Code knows, and its windows. */
export interface FolderWindows {
  /** The recently opened folders and workspaces, the latest first. */
  recent(): Promise<readonly RecentPlace[]>;
  open(place: Uri): Promise<void>;
}

interface Ports extends Pick<Services, 'storage' | 'clock'> {
  readonly folders: FolderWindows;
}

/**
 * Opens a folder or a workspace that the user selects, and gives the link to its window: a clone that the window has a part
 * of, a recently opened one, or another one from the disk. @param page what shows the lines in the browser, if known
 */
export async function openClone(
  ports: Ports,
  link: EditorLink,
  partlyOpen: readonly string[],
  page?: string,
): Promise<void> {
  const recent = await clonesIn(ports, link, await ports.folders.recent());
  const near = partlyOpen.filter((root) => !recent.some(({ fsPath }) => fsPath === root)).map((root) => Uri.file(root));
  const rows = [...near, ...recent].map((place) => ({
    label: basename(place.fsPath),
    description: dirname(place.fsPath),
    place,
  }));
  const browse = { label: l10n.t('Open Folder…'), place: undefined };
  const show = { label: l10n.t('Open in Browser'), place: undefined };
  const placeHolder = l10n.t("{0} isn't open. Select a folder to open", displayTitle(link.remote));
  const row = await window.showQuickPick([...rows, browse, ...(page === undefined ? [] : [show])], {
    title: openTitle(),
    placeHolder,
    ignoreFocusOut: true,
  });
  if (row === undefined) return;
  if (row === show) return void (await openInBrowser(page ?? ''));
  const place = row.place ?? (await browseForClone(ports, link));
  if (place === undefined) return;
  await giveHandover(ports.storage, { folder: place.fsPath, link: editorLinkText(link), atMs: ports.clock.now() });
  await ports.folders.open(place);
}

/** What to open for each clone: the place that was opened before, if it has the file, else the whole clone. */
async function clonesIn({ clock }: Ports, link: EditorLink, places: readonly RecentPlace[]): Promise<readonly Uri[]> {
  const folders = places.flatMap((place) => place.folders);
  const clones = await findClones(link, folders, { clock, gitPath: await gitPath() });
  return clones.map((clone) => {
    const file = join(clone.root, ...link.path.split('/'));
    const known = places.find((place) =>
      place.folders.some((folder) => clone.folders.includes(folder) && isWithin(file, folder)),
    );
    return known?.uri ?? Uri.file(clone.root);
  });
}

/** If another window has it open, VS Code shows that window. */
export async function openInWindow(place: Uri): Promise<void> {
  const isEmpty = workspace.workspaceFolders === undefined;
  const target = isEmpty ? { forceReuseWindow: true } : { forceNewWindow: true };
  await commands.executeCommand('vscode.openFolder', place, target);
}

async function browseForClone(ports: Ports, link: EditorLink): Promise<Uri | undefined> {
  const options = { canSelectFiles: false, canSelectFolders: true, openLabel: l10n.t('Open Folder') };
  const [uri] = (await window.showOpenDialog({ ...options, title: openTitle() })) ?? [];
  if (uri === undefined) return undefined;
  const [clone] = await clonesIn(ports, link, [{ uri, folders: [uri.fsPath] }]);
  if (clone === undefined) {
    const text = l10n.t("{0} isn't a clone of {1}.", displayTitle(basename(uri.path)), displayTitle(link.remote));
    void showWarningMessage(text);
  }
  return clone;
}

export function openTitle(): string {
  return l10n.t('Open in Editor');
}
