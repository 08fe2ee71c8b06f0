import path, { type PlatformPath } from 'node:path';
import { isWithin } from '../files/relativePath.ts';

/** Where a patch may be applied. */
export interface PatchFolder {
  /** The root of the repository. */
  readonly rootFolder: string;
  /** The root, or a workspace folder below it: no file outside may be changed. */
  readonly folder: string;
}

/**
 * The repositories of a workspace. For a repository that extends beyond the workspace, only the workspace folders.
 * @param named the repository name that the shared patch states; matches come first. It is not trusted, so it only
 *   sorts.
 */
export function patchFolders(
  roots: readonly string[],
  folders: readonly string[],
  named: string | undefined,
  paths?: PlatformPath,
): PatchFolder[] {
  const places = roots.flatMap((rootFolder) => {
    if (folders.some((folder) => isWithin(rootFolder, folder, paths))) return [{ rootFolder, folder: rootFolder }];
    const inside = folders.filter((folder) => isWithin(folder, rootFolder, paths));
    return inside.map((folder) => ({ rootFolder, folder }));
  });
  const isNamed = ({ rootFolder }: PatchFolder): boolean => hasFolderName(rootFolder, named, paths);
  return places.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
}

/** Whether the folder of a repository has the name that a shared patch states. */
export function hasFolderName(rootFolder: string, named: string | undefined, paths: PlatformPath = path): boolean {
  return named !== undefined && paths.basename(rootFolder) === named;
}
