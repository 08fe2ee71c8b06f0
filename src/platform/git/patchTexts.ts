import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { copyFiles } from './copiedFiles.ts';
import { applyReversed, type CheckedPatch, checkUndo, type PatchTarget } from './patch.ts';

/** A file that a patch changes, as it was before. */
export interface FileBefore {
  /** The path after the patch, relative to the root of the repository; absent for a file that it deletes. */
  readonly path?: string;
  /** Absent for a new file. */
  readonly before?: { readonly path: string; readonly text: string };
}

/** The files that a patch will change, before it is applied. */
export function readBefore({ rootFolder }: PatchTarget, { files }: CheckedPatch): Promise<readonly FileBefore[]> {
  return Promise.all(
    files.map(async ({ path: name, from = name, change }) => ({
      ...(change !== 'deleted' && { path: name }),
      ...(change !== 'new' && { before: { path: from, text: await readFile(path.join(rootFolder, from), 'utf8') } }),
    })),
  );
}

/**
 * The files of a patch that was applied, as they were before: undoes the patch in copies of its files.
 * @throws {PatchRefusedError} when it no longer fits
 */
export async function restoreBefore(patch: Uint8Array, target: PatchTarget): Promise<readonly FileBefore[]> {
  const undo = await checkUndo(patch, target);
  const copies = await copyFiles(target.rootFolder, undo.paths);
  const { folder } = copies;
  try {
    await applyReversed({ ...target, rootFolder: folder, folder }, undo);
    return await Promise.all(
      undo.files.map(async ({ path: name, from = name, change }) => ({
        ...(change !== 'new' && { path: from }),
        ...(change !== 'deleted' && { before: { path: name, text: await readFile(path.join(folder, name), 'utf8') } }),
      })),
    );
  } finally {
    await copies.remove();
  }
}
