import { stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../core/base/storage/systemError.ts';
import { isGitFolderName } from '../../core/git/editorLink.ts';
import { realFolders } from './insideFolder.ts';
import { realPath } from './realPath.ts';
import { isWithin, relativePath } from './relativePath.ts';

/** The file of a link in a clone of its repository. */
export interface LinkedFile {
  /** The root of the clone. */
  readonly folder: string;
  readonly file: string;
  /**
   * `closed`: in the clone, but in none of the open folders. `outside`: symbolic links lead out of the clone or of the open
   * folders, or into the folder of git.
   */
  readonly state: 'found' | 'missing' | 'closed' | 'outside';
}

/** The file in each clone, once if symbolic links lead to the same file. @param open the open folders */
export async function filesIn(
  folders: readonly string[],
  relative: string,
  open: readonly string[],
): Promise<readonly LinkedFile[]> {
  const files = new Map<string, LinkedFile>();
  for (const folder of folders) {
    const file = path.join(folder, ...relative.split('/'));
    const { state, real } = await resolveFile(file, folder, open);
    if (!files.has(real)) files.set(real, { folder, file, state });
  }
  return [...files.values()];
}

interface ResolvedFile extends Pick<LinkedFile, 'state'> {
  /** The path without links, or the given one of a missing file. */
  readonly real: string;
}

async function resolveFile(file: string, folder: string, open: readonly string[]): Promise<ResolvedFile> {
  try {
    const [real, root] = await Promise.all([realPath(file), realPath(folder)]);
    const opened = await realFolders(open);
    const isInClone = isWithin(real, root) && !relativePath(root, real).split('/').some(isGitFolderName);
    if (!isInClone) return { state: 'outside', real };
    if (!(await stat(real)).isFile()) return { state: 'missing', real };
    if (opened.some((each) => isWithin(real, each))) return { state: 'found', real };
    // A path of an open folder that is not in one after all is a link.
    const isNamedInside = [...open, ...opened].some((each) => isWithin(file, each));
    return { state: isNamedInside ? 'outside' : 'closed', real };
  } catch (error) {
    // ENOTDIR: a part of the path is a file.
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL'].includes(codeOf(error)))
      return { state: 'missing', real: file };
    throw error;
  }
}
