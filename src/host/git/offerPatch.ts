import { basename, isAbsolute } from 'node:path';
import { commands, l10n, type Uri, workspace } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { PatchRefusedError } from '../../core/git/errors.ts';
import { countPatch, type PatchedFile, type ReviewedFile, reviewOrder } from '../../core/git/patchReport.ts';
import { applyPatch, type CheckedPatch, checkPatch, type PatchTarget, undoPatch } from '../../platform/git/patch.ts';
import { hasFolderName, type PatchFolder, patchFolders } from '../../platform/git/patchFolders.ts';
import { type FileBefore, readBefore } from '../../platform/git/patchTexts.ts';
import { chooseOne } from '../ui/chooseOne.ts';
import { showSuccess } from '../ui/statusBar.ts';
import { fileCountText } from '../vscode/formats.ts';
import { showInformationMessage, showWarningMessage } from '../vscode/notifications.ts';
import type { ReadOnlyTexts } from '../vscode/readOnlyTexts.ts';
import { type GitApi, gitApi } from './gitApi.ts';
import { leftOutTexts, namesText } from './leftOutText.ts';
import { type CheckedTarget, isUnsaved, showChanges } from './messagePatch.ts';
import { showNoGit } from './showNoGit.ts';

/** The number of files that a dialog can list. A longer patch is reviewed in an editor first. */
const maxNamedFiles = 12;

const maxShownCharacters = 200;

interface OfferedPatch {
  /** The unchanged bytes: files have different encodings and line endings. */
  readonly bytes: Uint8Array;
  /** The repository that the message names. Untrusted: it only chooses among the repositories that the patch applies to. */
  readonly repository?: string | undefined;
  /** A repository besides those of the workspace that it may change. */
  readonly sample?: Uri | undefined;
  readonly view: () => Promise<void>;
  /** For the texts from before the patch. */
  readonly texts: Pick<ReadOnlyTexts, 'add'>;
}

/**
 * Applies a patch with git, after git has checked it and the user has reviewed the changes.
 * @param keep for a patch that is shown where it can be undone: keeps it, instead of a notification
 */
export async function offerPatch(
  patch: OfferedPatch,
  keep?: (place: PatchFolder, before: readonly FileBefore[]) => Promise<void>,
): Promise<void> {
  const git = await gitApi();
  const targets = git === undefined ? [] : targetsOf(git, patch);
  if (git === undefined || targets.length === 0) return showNoGit(l10n.t('No Git repository is open.'));
  const chosen = await chooseTarget(patch, targets);
  if (chosen === undefined) return;
  const isLong = chosen.checked.files.length > maxNamedFiles;
  if (isLong && !(await reviewFirst(patch))) return;
  const isConfirmed = await confirm(patch, chosen);
  // A dialog gives the focus back to the frame of a page, where no key of the page works.
  await commands.executeCommand('workbench.action.focusActiveEditorGroup');
  if (!isConfirmed) return;
  const before = await readBefore(chosen.target, chosen.checked);
  const conflicts = await applyPatch(chosen.target, chosen.checked);
  const show = () => showChanges(chosen.target, before, patch.texts);
  // A merge may change more than the patch contains. The user reverts it in the Source Control view.
  if (keep === undefined || chosen.checked.isMerge) return offerFollowUp(chosen, conflicts, show);
  await keep(chosen.target, before);
  showSuccess(l10n.t('Applied patch to {0}', fileCountText(chosen.checked.files.length)));
}

function targetsOf({ git, repositories }: GitApi, { repository, sample }: OfferedPatch): PatchTarget[] {
  const own = sample === undefined ? [] : [sample.fsPath];
  const roots = repositories.map(({ rootUri }) => rootUri.fsPath);
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return patchFolders([...roots, ...own], [...folders, ...own], repository).map((place) => ({
    ...place,
    gitPath: git.path,
  }));
}

/**
 * The repository that the patch applies to: the only one that the message names, else the only one, else the one that the
 * user chooses.
 * @throws {PatchRefusedError} the error of the first repository, when the patch applies to none
 */
async function chooseTarget(
  { bytes, repository }: OfferedPatch,
  targets: readonly PatchTarget[],
): Promise<CheckedTarget | undefined> {
  const applicable: CheckedTarget[] = [];
  const isNamed = ({ rootFolder }: PatchTarget): boolean => hasFolderName(rootFolder, repository);
  let refusal: unknown;
  for (const target of targets) {
    // Those with the name are first. Several clones can have it.
    if (!isNamed(target) && applicable.some((found) => isNamed(found.target))) break;
    try {
      applicable.push({ target, checked: await checkPatch(bytes, target) });
    } catch (error) {
      if (!(error instanceof PatchRefusedError)) throw error;
      refusal ??= error;
    }
  }
  if (applicable.length === 0) throw refusal;
  const rowOf = ({ target: { folder } }: CheckedTarget) => ({ label: basename(folder), description: folder });
  return chooseOne(applicable, rowOf, { placeHolder: l10n.t('Select a repository') });
}

/** Opens a patch with more files than a dialog can list. @returns whether the user continues */
async function reviewFirst({ view }: OfferedPatch): Promise<boolean> {
  await view();
  const applying = l10n.t('Apply…');
  const notice = l10n.t('Review the patch before you apply it.');
  return (await showInformationMessage(notice, applying)) === applying;
}

async function confirm(patch: OfferedPatch, { target, checked }: CheckedTarget): Promise<boolean> {
  // Also after a review, in which the user may have edited a file.
  if (isUnsaved({ target, checked })) return false;
  const apply = l10n.t('Apply');
  const view = l10n.t('View Patch');
  const place = workspace.asRelativePath(target.folder); // the whole path of a folder that is open, or in none
  const question = l10n.t('Apply this patch to {0}?', displayTitle(isAbsolute(place) ? basename(place) : place));
  const detail = patchDetail(checked);
  const choice = await showWarningMessage(question, { modal: true, detail }, apply, view);
  if (choice !== view) return choice === apply;
  return (await reviewFirst(patch)) && confirm(patch, { target, checked });
}

/** The details of the dialog: the numbers of changes, and the files, with those that tools execute first. */
function patchDetail({ files, executable, isMerge, leftOut }: CheckedPatch): string {
  const reviewed = reviewOrder(files, executable);
  const left = reviewed.length - maxNamedFiles;
  const more = left === 1 ? l10n.t('… and 1 more file') : l10n.t('… and {0} more files', left);
  const executedCount = reviewed.filter(({ isExecuted }) => isExecuted).length;
  const paragraphs = [
    countLine(files),
    isMerge ? l10n.t('These lines have changed. Git merges the patch, stages the result, and marks conflicts.') : '',
    leftOutTexts(leftOut).join('\n'),
    executedCount > 0 ? l10n.t('⚠ Marked files can run code or change tools: {0}', executedCount) : '',
    [...reviewed.slice(0, maxNamedFiles).map(fileLine), ...(left > 0 ? [more] : [])].join('\n'),
  ];
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}

function countLine(files: readonly PatchedFile[]): string {
  const { added, removed, changes } = countPatch(files);
  const labels = {
    changed: (count: number) => l10n.t('changed: {0}', count),
    new: (count: number) => l10n.t('new: {0}', count),
    deleted: (count: number) => l10n.t('deleted: {0}', count),
    renamed: (count: number) => l10n.t('renamed: {0}', count),
    copied: (count: number) => l10n.t('copied: {0}', count),
    executable: (count: number) => l10n.t('made executable: {0}', count),
  };
  // The line of a single file says how it changes.
  const counts = files.length === 1 ? [] : [...changes].map(([change, count]) => labels[change](count));
  return [fileCountText(files.length), ...counts, `+${added} −${removed}`].join(' · ');
}

function fileLine({ path, from, added, removed, change, becomesExecutable, isExecuted }: ReviewedFile): string {
  const changeLabels = {
    changed: '',
    new: l10n.t('new'),
    deleted: l10n.t('deleted'),
    renamed: l10n.t('renamed'),
    copied: l10n.t('copied'),
  };
  const counts = added === undefined ? l10n.t('binary') : `+${added} −${removed}`;
  const mode = becomesExecutable ? l10n.t('made executable') : '';
  const facts = [changeLabels[change], mode, counts].filter((fact) => fact !== '').join(', ');
  const name = [from, path].flatMap((each) => (each === undefined ? [] : shownName(each))).join(' => ');
  return `${isExecuted ? '⚠ ' : ''}${name}  ${facts}`;
}

/** Shortens a path in the middle, because its end names the file. */
function shownName(name: string): string {
  const isLong = name.length > maxShownCharacters;
  const half = maxShownCharacters / 2;
  return displayTitle(isLong ? `${name.slice(0, half)}…${name.slice(-half)}` : name, maxShownCharacters + 1);
}

async function offerFollowUp(
  chosen: CheckedTarget,
  conflicts: readonly string[],
  showThem: () => Promise<void>,
): Promise<void> {
  const { isMerge, files } = chosen.checked;
  const show = l10n.t('Show Changes');
  const undo = l10n.t('Undo');
  const choice =
    conflicts.length > 0
      ? await showWarningMessage(l10n.t('Applied patch with conflicts in: {0}', namesText(conflicts)), show)
      : await showInformationMessage(
          l10n.t('Applied patch to {0}', fileCountText(files.length)),
          ...(isMerge ? [show] : [show, undo]),
        );
  if (choice === show) await showThem();
  if (choice !== undo || isUnsaved(chosen)) return;
  await undoPatch(chosen.target, chosen.checked);
  showSuccess(l10n.t('Undid patch in {0}', fileCountText(files.length)));
}
