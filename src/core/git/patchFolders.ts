import path, { type PlatformPath } from 'node:path';
import { isWithin } from '../base/isWithin.ts';

/** Where a patch may be applied. */
export interface PatchFolder {
  /** Of the repository. */
  readonly rootFolder: string;
  /** The root, or a folder of the workspace in it: nothing beyond it may be touched. */
  readonly folder: string;
}

/**
 * The repositories of a workspace; of one that reaches beyond it, the folders of the workspace only.
 * @param named what the shared patch says of its repository: those of this name come first. Hostile, so it only orders.
 */
export function patchFolders(
  roots: readonly string[],
  folders: readonly string[],
  named: string | undefined,
  paths: PlatformPath = path,
): PatchFolder[] {
  const places = roots.flatMap((rootFolder) => {
    if (folders.some((folder) => isWithin(rootFolder, folder, paths))) return [{ rootFolder, folder: rootFolder }];
    const inside = folders.filter((folder) => isWithin(folder, rootFolder, paths));
    return inside.map((folder) => ({ rootFolder, folder }));
  });
  const isNamed = ({ rootFolder }: PatchFolder): boolean => hasFolderName(rootFolder, named, paths);
  return places.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
}

/** Whether a repository has the name that a shared patch gives it. */
export function hasFolderName(rootFolder: string, named: string | undefined, paths: PlatformPath = path): boolean {
  return named !== undefined && paths.basename(rootFolder) === named;
}
