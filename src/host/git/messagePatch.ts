import { join } from 'node:path';
import { commands, l10n, Uri, workspace } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { PatchRefusedError } from '../../core/git/errors.ts';
import { type CheckedPatch, checkUndo, type PatchTarget, undoPatch } from '../../platform/git/patch.ts';
import { type FileBefore, restoreBefore } from '../../platform/git/patchTexts.ts';
import { showNotice, showSuccess } from '../ui/statusBar.ts';
import { fileCountText } from '../vscode/formats.ts';
import type { ReadOnlyTexts } from '../vscode/readOnlyTexts.ts';
import { unsavedVersionOf } from '../vscode/unsavedVersion.ts';
import type { AppliedPatches } from './appliedPatches.ts';
import { gitApi } from './gitApi.ts';

/** A patch in a message, which can be undone there. */
export interface MessagePatch {
  readonly code: string;
  readonly applied: AppliedPatches;
  readonly texts: Pick<ReadOnlyTexts, 'add'>;
}

export interface CheckedTarget {
  readonly target: PatchTarget;
  readonly checked: CheckedPatch;
}

/** Shows what a patch of a message has changed. */
export async function showApplied({ code, applied, texts }: MessagePatch): Promise<void> {
  const target = await targetOf(code, applied);
  if (target === undefined) return;
  const before = applied.filesBefore(code) ?? (await restoreBefore(Buffer.from(code), target));
  await showChanges(target, before, texts);
}

/** Undoes a patch of a message. One that no longer fits counts as undone. */
export async function undoApplied({ code, applied }: MessagePatch): Promise<void> {
  const target = await targetOf(code, applied);
  if (target === undefined) return;
  try {
    const checked = await checkUndo(Buffer.from(code), target);
    if (isUnsaved({ target, checked })) return;
    await undoPatch(target, checked);
    await applied.remove(code);
    showSuccess(l10n.t('Undid patch in {0}', fileCountText(checked.files.length)));
  } catch (error) {
    if (error instanceof PatchRefusedError) await applied.remove(code);
    throw error;
  }
}

async function targetOf(code: string, applied: AppliedPatches): Promise<PatchTarget | undefined> {
  const git = await gitApi();
  const place = applied.find(code);
  return git === undefined || place === undefined ? undefined : { ...place, gitPath: git.git.path };
}

/** Tells the user about a file with unsaved changes. */
export function isUnsaved({ target, checked }: CheckedTarget): boolean {
  const files = [...checked.paths].map((path) => Uri.file(join(target.rootFolder, path)));
  const unsaved = files.find((uri) => unsavedVersionOf(uri) !== undefined);
  if (unsaved === undefined) return false;
  const name = displayTitle(workspace.asRelativePath(unsaved));
  showNotice(l10n.t('Save {0} before applying the patch.', name));
  return true;
}

/** Compares each file with its text from before the patch, without a side that does not exist. */
export async function showChanges(
  { rootFolder }: PatchTarget,
  files: readonly FileBefore[],
  texts: Pick<ReadOnlyTexts, 'add'>,
): Promise<void> {
  const uriOf = (name: string): Uri => Uri.joinPath(Uri.file(rootFolder), name);
  const resources = files.map(({ path, before }) => [
    uriOf(path ?? before?.path ?? ''),
    before && texts.add(before.path, before.text),
    path === undefined ? undefined : uriOf(path),
  ]);
  await commands.executeCommand('vscode.changes', l10n.t('Patch Changes'), resources);
}
