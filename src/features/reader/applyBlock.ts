import { l10n, Uri, window, workspace } from 'vscode';
import type { PatchedFile } from '../../core/git/numstat.ts';
import { PatchRefusedError } from '../../core/git/patchRefused.ts';
import type { SharedBlock } from '../../core/messages/sharedBlocks.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { type GitApi, gitApi } from '../../host/git/gitApi.ts';
import { applyPatch, checkPatch, type PatchPlace } from '../../host/git/patch.ts';
import { showNotice, showSuccess } from '../../host/statusMessage.ts';
import { openInEditor } from './openInEditor.ts';

const mostNamed = 12;

/** Applies a patch by git, after git has checked it and the user has seen what it changes. */
export async function applyBlock(block: SharedBlock): Promise<void> {
  const git = await gitApi();
  const places = git === undefined ? [] : placesOf(git);
  if (places.length === 0) {
    showNotice(l10n.t('No Git repository is open in this workspace.'));
    return;
  }
  const { place, files } = await firstThatTakes(block.code, places);
  const unsaved = files.find(({ path }) => isUnsaved(Uri.joinPath(Uri.file(place.rootFolder), path)));
  if (unsaved !== undefined) {
    showNotice(l10n.t('Save {0} first: the patch changes it.', displayTitle(unsaved.path)));
    return;
  }
  const [apply, show] = [l10n.t('Apply'), l10n.t('Show the Patch')];
  const question = l10n.t('Apply this patch to {0}?', workspace.asRelativePath(place.folder));
  const detail = [...files.slice(0, mostNamed).map(fileLine), ...(files.length > mostNamed ? ['…'] : [])].join('\n');
  const choice = await window.showWarningMessage(question, { modal: true, detail }, apply, show);
  if (choice === show) return openInEditor(block);
  if (choice !== apply) return;
  await applyPatch(block.code, place);
  showSuccess(l10n.t('Patch applied, files changed: {0}', files.length));
}

/** The repositories of the workspace; of one that reaches beyond it, the workspace's folders alone. */
function placesOf(git: GitApi): PatchPlace[] {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  return git.repositories.flatMap(({ rootUri }) => {
    const place = { gitPath: git.git.path, rootFolder: rootUri.fsPath };
    if (folders.some((folder) => isWithin(rootUri, folder))) return { ...place, folder: rootUri.fsPath };
    return folders.filter((folder) => isWithin(folder, rootUri)).map(({ fsPath }) => ({ ...place, folder: fsPath }));
  });
}

/** @throws {PatchRefusedError} the first one's, when none takes it */
async function firstThatTakes(patch: string, places: readonly PatchPlace[]) {
  let refusal: unknown;
  for (const place of places) {
    try {
      return { place, files: await checkPatch(patch, place) };
    } catch (error) {
      if (!(error instanceof PatchRefusedError)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

function isWithin(inner: Uri, outer: Uri): boolean {
  return `${inner.fsPath}/`.startsWith(`${outer.fsPath.replace(/[/\\]$/, '')}/`);
}

function isUnsaved({ fsPath }: Uri): boolean {
  return workspace.textDocuments.some((document) => document.isDirty && document.uri.fsPath === fsPath);
}

function fileLine({ path, added, removed }: PatchedFile): string {
  const counts = added === undefined ? l10n.t('binary') : `+${added} −${removed}`;
  return `${displayTitle(path)}  ${counts}`;
}
