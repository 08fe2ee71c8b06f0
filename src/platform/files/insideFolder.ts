import { errorWith, RoomsideError } from '../../core/base/errors.ts';
import { realPath } from './realPath.ts';
import { isWithin } from './relativePath.ts';

/** A symbolic link leads out of the allowed folder. */
export class OutsideFolderError extends errorWith<{ path: string }>() {
  constructor(path: string) {
    super('the folder lies outside', { path });
  }
}

/** There is no workspace to save a file to. */
export class NoWorkspaceError extends RoomsideError {
  constructor() {
    super('no workspace');
  }
}

/**
 * Checks that a folder, with all links resolved, is one of the outer folders or inside one.
 * @throws {OutsideFolderError} when it is outside; the system's error when it does not exist
 */
export async function assertInsideFolder(folder: string, outerFolders: readonly string[]): Promise<void> {
  const real = await realPath(folder);
  const isInside = (await realFolders(outerFolders)).some((outer) => isWithin(real, outer));
  if (!isInside) throw new OutsideFolderError(folder);
}

/** The paths of folders without links. A folder of the workspace that is gone is left out. */
export async function realFolders(folders: readonly string[]): Promise<readonly string[]> {
  return (await Promise.all(folders.map((folder) => realPath(folder).catch(() => [])))).flat();
}
