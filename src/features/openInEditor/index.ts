import { basename, sep } from 'node:path';
import { env, l10n, Uri, window, workspace } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import {
  type EditorLink,
  editorLinkText,
  linkRemotes,
  parseEditorLink,
  parseEditorLinkAddress,
  parseEditorLinkQuery,
} from '../../core/git/editorLink.ts';
import { fetchIfMissing } from '../../host/git/fetchIfMissing.ts';
import { gitApi } from '../../host/git/gitApi.ts';
import { type NamedPlace, openLines, type SharedCode } from '../../host/git/openLines.ts';
import type { Services } from '../../host/services.ts';
import { chooseOne } from '../../host/ui/chooseOne.ts';
import { showErrorMessage, showWarningMessage } from '../../host/vscode/notifications.ts';
import { filesIn, type LinkedFile } from '../../platform/files/findFiles.ts';
import { findClones } from '../../platform/git/findClones.ts';
import { confirmOwnFile } from './confirmOwnFile.ts';
import { takeHandover } from './handover.ts';
import { type LinkedVersions, linkedVersions } from './linkedVersions.ts';
import { type FolderWindows, openClone, openInWindow, openTitle } from './openClone.ts';
import { recentPlaces } from './recentPlaces.ts';

export type OpenInEditorPorts = Pick<Services, 'storage' | 'errors' | 'clock' | 'log'>;

// decisions/0032
/**
 * Opens shared lines in the clone of their repository. Only files inside open folders are opened; the user selects a folder
 * before it is opened. Nothing is cloned, changed or started, and fetched only after a question.
 */
export function createOpenInEditor(
  services: OpenInEditorPorts,
  folders: FolderWindows = { recent: () => recentPlaces(services.clock), open: openInWindow },
) {
  const versions = linkedVersions(services.log);
  const ports = { ...services, folders, versions };
  const open = (link: EditorLink | undefined, code?: MessageCode): Promise<void> => openReported(ports, link, code);
  return {
    commands: {
      'roomside.openInEditor': async (address?: unknown) => {
        const text = typeof address === 'string' ? address : await askAddress();
        if (text !== undefined) await open(parseEditorLinkAddress(text, sep));
      },
    },
    /** Opens the link of shared code in a message, or a place that a message names. */
    openShared: (link: string | EditorLink, code: MessageCode) =>
      open(
        typeof link === 'string' ? parseEditorLinkAddress(link, sep) : parseEditorLink(editorLinkText(link), sep),
        code,
      ),
    /** Opens the link in the query of a URI. Anybody can make such a URI. */
    async receive(query: string): Promise<void> {
      ports.log.info('received a URI for /open');
      await open(parseEditorLinkQuery(query, sep));
    },
    /** Opens the link that another window has given to this one. */
    async takeHandover(): Promise<void> {
      const { workspaceFolders = [], workspaceFile } = workspace;
      const own = [...workspaceFolders.map(({ uri }) => uri), ...(workspaceFile ? [workspaceFile] : [])];
      const link = await takeHandover(
        ports.storage,
        own.map(({ fsPath }) => fsPath),
        ports.clock.now(),
      );
      if (link !== undefined) await open(parseEditorLink(link, sep));
    },
    dispose: () => versions.dispose(),
  };
}

/** What a message says besides the link. */
type MessageCode = SharedCode | NamedPlace;

interface Ports extends OpenInEditorPorts {
  readonly folders: FolderWindows;
  readonly versions: LinkedVersions;
}

async function openReported(ports: Ports, link: EditorLink | undefined, code?: MessageCode): Promise<void> {
  if (link === undefined) {
    const text = l10n.t("This link can't be opened. It is incomplete, or not a link to code in a repository.");
    void showErrorMessage(text);
    return;
  }
  await reporting(ports, link, () => openLink(ports, link, code));
}

async function reporting({ errors }: Ports, { path }: EditorLink, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    void errors.report(error, { context: l10n.t("Couldn't open {0}.", displayTitle(path)) });
  }
}

async function openLink(ports: Ports, link: EditorLink, code?: MessageCode): Promise<void> {
  const files = await findLinkedFiles(link, ports);
  const found = files.filter(({ state }) => state === 'found');
  if (found.length > 0) {
    const rowOf = ({ file }: LinkedFile) => ({
      label: workspace.asRelativePath(Uri.file(file), true),
      description: file,
    });
    const chosen = await chooseOne(found, rowOf, { title: openTitle(), placeHolder: l10n.t('Select the file') });
    if (chosen === undefined || !(await confirmOwnFile(chosen, ports.log))) return;
    await show(ports, link, Uri.file(chosen.file), code);
    return;
  }
  const page = code && 'page' in code ? code.page : undefined;
  const named = code === undefined || 'page' in code ? 'none' : await code.findByPath();
  if (named !== 'none') return named && show(ports, link, named, code);
  const closed = files.filter(({ state }) => state === 'closed').map(({ folder }) => folder);
  const [unusable] = files;
  if (unusable === undefined || closed.length > 0) return openClone(ports, link, closed, page);
  // Not awaited: the command is finished, and the notification may stay open.
  void reporting(ports, link, async () => {
    if (await offerVersion(ports, link, unusable)) await openLink(ports, link, code);
  });
}

/**
 * Says why a file is not opened, and offers its version at the commit.
 * @returns whether the commit was fetched, so that the link may now be opened
 */
async function offerVersion({ versions, log }: Ports, link: EditorLink, unusable: LinkedFile): Promise<boolean> {
  const name = displayTitle(link.path);
  const folder = displayTitle(basename(unusable.folder));
  if (unusable.state === 'outside') {
    void showWarningMessage(l10n.t("{0} points outside {1}, so it wasn't opened.", name, folder));
    return false;
  }
  const file = Uri.file(unusable.file);
  const showing = l10n.t('Show Shared Version');
  const fetching = l10n.t('Fetch');
  const isKnown = await versions.has(file, link);
  const wanted = { commit: link.commit, remotes: linkRemotes(link) };
  const fetch = isKnown ? undefined : await fetchIfMissing(file, wanted, log);
  const actions = [...(isKnown ? [showing] : []), ...(fetch === undefined ? [] : [fetching])];
  const text = l10n.t("{0} isn't in {1}. It may be on another branch.", name, folder);
  const chosen = await showWarningMessage(text, ...actions);
  if (chosen === showing) await versions.show(file, link);
  return chosen === fetching && (await fetch?.()) === true;
}

/** Finds the file in each open clone of the repository, and in those that contain an open folder. */
async function findLinkedFiles(link: EditorLink, { clock }: Ports): Promise<readonly LinkedFile[]> {
  const open = (workspace.workspaceFolders ?? []).flatMap(({ uri }) => (uri.scheme === 'file' ? uri.fsPath : []));
  const git = await gitApi();
  // The paths of the workspace come first, because users know them.
  const folders = [...open, ...(git?.repositories ?? []).map(({ rootUri }) => rootUri.fsPath)];
  const clones = await findClones(link, folders, { clock, gitPath: git?.git.path });
  return filesIn(
    clones.map(({ root }) => root),
    link.path,
    open,
  );
}

async function show(
  { log, versions }: Ports,
  link: EditorLink,
  file: Uri,
  code: MessageCode | undefined,
): Promise<void> {
  const shared = versions.linesIn(file, link);
  const known = code && ('page' in code ? { isNamed: true } : { block: code.block, compare: () => code.compare(file) });
  await openLines(file, { ...shared, ...known }, log);
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
