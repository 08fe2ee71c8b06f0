import { basename, dirname, sep } from 'node:path';
import { commands, env, l10n, Uri, window, workspace } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import {
  type EditorLink,
  editorLinkText,
  parseEditorLink,
  parseEditorLinkAddress,
  parseEditorLinkQuery,
} from '../../core/git/editorLink.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import type { Services } from '../../host/services.ts';
import { showErrorMessage, showWarningMessage } from '../../host/vscode/notifications.ts';
import { confirmOwnFile } from './confirmOwnFile.ts';
import { findLinkedFiles, type LinkedFile, recentClones, recentFolders } from './findFiles.ts';
import { giveHandover, takeHandover } from './handover.ts';
import { showLines } from './showLines.ts';

/** The folders that VS Code knows, and its windows. */
export interface FolderWindows {
  /** The recently opened folders, the latest first. */
  recent(): Promise<readonly Uri[]>;
  open(folder: Uri): Promise<void>;
}

export type OpenInEditorPorts = Pick<Services, 'storage' | 'errors' | 'clock' | 'log'>;

interface OpenInEditor {
  readonly commands: CommandHandlers<'roomside.openInEditor'>;
  /** Opens the link in the query of a URI. Anybody can make such a URI. */
  receive(query: string): Promise<void>;
  /** Opens the link that another window has given to this one. */
  takeHandover(): Promise<void>;
}

/**
 * Opens shared lines in the clone of their repository. Only files inside open folders are opened; the user selects a folder
 * before it is opened. Nothing is cloned, changed or started.
 */
export function createOpenInEditor(
  services: OpenInEditorPorts,
  folders: FolderWindows = { recent: recentFolders, open: openInWindow },
): OpenInEditor {
  const ports = { ...services, folders };
  const open = (link: EditorLink | undefined): Promise<void> => openReported(ports, link);
  return {
    commands: {
      'roomside.openInEditor': async (address) => {
        const text = typeof address === 'string' ? address : await askAddress();
        if (text !== undefined) await open(parseEditorLinkAddress(text, sep));
      },
    },
    async receive(query) {
      ports.log.info('received a URI for /open');
      await open(parseEditorLinkQuery(query, sep));
    },
    async takeHandover() {
      const own = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
      const link = await takeHandover(ports.storage, own, ports.clock.now());
      if (link !== undefined) await open(parseEditorLink(link, sep));
    },
  };
}

interface Ports extends OpenInEditorPorts {
  readonly folders: FolderWindows;
}

async function openReported(ports: Ports, link: EditorLink | undefined): Promise<void> {
  if (link === undefined) {
    const text = l10n.t("This link can't be opened. It is incomplete, or not a link to code in a repository.");
    void showErrorMessage(text);
    return;
  }
  try {
    await openLink(ports, link);
  } catch (error) {
    void ports.errors.report(error, { context: l10n.t("Couldn't open {0}.", displayTitle(link.path)) });
  }
}

async function openLink(ports: Ports, link: EditorLink): Promise<void> {
  const files = await findLinkedFiles(link, ports.clock);
  const found = files.filter(({ state }) => state === 'found');
  const [first, ...others] = found;
  if (first !== undefined) {
    const chosen = others.length === 0 ? first : await chooseFile(found);
    if (chosen === undefined || !(await confirmOwnFile(chosen, ports.log))) return;
    await showLines(chosen.file, link, ports.log);
    return;
  }
  const [unusable] = files;
  if (unusable === undefined) return openFolder(ports, link);
  const [name, folder] = [displayTitle(link.path), displayTitle(basename(unusable.folder))];
  const text =
    unusable.state === 'outside'
      ? l10n.t('{0} leads out of {1}, so it was not opened.', name, folder)
      : l10n.t("{0} isn't in {1}. It may be on another branch.", name, folder);
  void showWarningMessage(text);
}

async function chooseFile(files: readonly LinkedFile[]): Promise<LinkedFile | undefined> {
  const rows = files.map((linked) => ({
    label: workspace.asRelativePath(Uri.file(linked.file), true),
    description: linked.file,
    linked,
  }));
  return (await window.showQuickPick(rows, { title: openTitle(), placeHolder: l10n.t('Select the file') }))?.linked;
}

/** Opens a folder that the user selects: a recently opened clone of the repository, or another one from the disk. */
async function openFolder(ports: Ports, link: EditorLink): Promise<void> {
  const clones = await recentClones(link.remote, await ports.folders.recent(), ports.clock);
  const browse = { label: l10n.t('Open Folder…'), folder: undefined };
  const rows = clones.map((folder) => ({ label: basename(folder), description: dirname(folder), folder }));
  const placeHolder = l10n.t('{0} is not open. Select a folder to open', displayTitle(link.remote));
  const row = await window.showQuickPick([...rows, browse], { title: openTitle(), placeHolder, ignoreFocusOut: true });
  if (row === undefined) return;
  const folder = row.folder ?? (await browseForClone(link.remote, ports.clock));
  if (folder === undefined) return;
  await giveHandover(ports.storage, { folder, link: editorLinkText(link), atMs: ports.clock.now() });
  await ports.folders.open(Uri.file(folder));
}

/** If another window has the folder open, VS Code shows that window. */
async function openInWindow(folder: Uri): Promise<void> {
  const isEmpty = workspace.workspaceFolders === undefined;
  const target = isEmpty ? { forceReuseWindow: true } : { forceNewWindow: true };
  await commands.executeCommand('vscode.openFolder', folder, target);
}

async function browseForClone(remote: string, clock: Clock): Promise<string | undefined> {
  const options = { canSelectFiles: false, canSelectFolders: true, openLabel: l10n.t('Open Folder') };
  const [uri] = (await window.showOpenDialog({ ...options, title: openTitle() })) ?? [];
  if (uri === undefined) return undefined;
  const [clone] = await recentClones(remote, [uri], clock);
  if (clone === undefined) {
    const text = l10n.t('{0} is not a clone of {1}.', displayTitle(basename(uri.path)), displayTitle(remote));
    void showWarningMessage(text);
  }
  return clone;
}

/** A link on the clipboard is most likely the one that is meant. */
async function askAddress(): Promise<string | undefined> {
  const invalid = l10n.t('Paste a whole link to shared code.');
  const copied = (await env.clipboard.readText()).trim();
  return window.showInputBox({
    title: openTitle(),
    ...(parseEditorLinkAddress(copied, sep) !== undefined && { value: copied }),
    prompt: l10n.t('Link to shared code'),
    ignoreFocusOut: true,
    validateInput: (text) => (parseEditorLinkAddress(text, sep) === undefined ? invalid : undefined),
  });
}

function openTitle(): string {
  return l10n.t('Open in Editor');
}
