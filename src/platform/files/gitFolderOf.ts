import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { missingPathCodes, unlessCode } from '../../core/base/storage/systemError.ts';

const maxFileBytes = 64 * 1024;

/**
 * The folder of git with the configuration and the objects of a repository, as its files name it. Git is not started,
 * because the user may not trust the folder. `undefined` for a folder that is not the root of a repository.
 */
export async function gitFolderOf(root: string): Promise<string | undefined> {
  const own = path.join(root, '.git');
  if ((await readSmallFile(path.join(own, 'config'))) !== undefined) return own;
  // In a worktree or a submodule `.git` is a file that names the folder of the repository.
  const [, named] = /^gitdir: (.+?)\r?\n?$/.exec((await readSmallFile(own)) ?? '') ?? [];
  if (named === undefined) return undefined;
  const linked = path.resolve(root, named);
  // A file on this computer must not lead to a server, which would be given the name of the user.
  if (isShare(linked) && !isShare(root)) return undefined;
  const common = (await readSmallFile(path.join(linked, 'commondir')))?.trim() ?? '.';
  const folder = path.resolve(linked, common);
  return isShare(folder) && !isShare(root) ? undefined : folder;
}

/** Whether a path names another computer, as on Windows. */
export function isShare(file: string): boolean {
  return /^[\\/]{2}/.test(file);
}

/** `undefined` for a missing file and for anything else than a small file, which could block. */
export function readSmallFile(file: string): Promise<string | undefined> {
  const reading = lstat(file).then((stats) =>
    stats.isFile() && stats.size <= maxFileBytes ? readFile(file, 'utf8') : undefined,
  );
  // EACCES, EPERM: the folder belongs to another user.
  return unlessCode(reading, [...missingPathCodes, 'EACCES', 'EPERM', 'EINVAL', 'ELOOP']);
}
