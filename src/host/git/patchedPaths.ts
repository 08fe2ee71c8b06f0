import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from '../../core/base/storage/isWithin.ts';
import { isAtLink } from '../../core/git/indexLinks.ts';
import type { PatchFolder } from '../../core/git/patchFolders.ts';
import { PatchRefusedError } from '../../core/git/patchRefused.ts';

// Windows takes these for a folder, a drive or an alternate data stream.
const strange = process.platform === 'win32' ? /[\\:]/ : /\0/;

/**
 * Makes sure that a patch changes only regular files in its folder: no path that leaves the folder, is a link or is below a
 * link, belongs to a nested repository, or is not a regular file.
 * @param links the links in the index, see `parseIndexLinks`
 * @returns the paths that are executable on the disk
 * @throws {PatchRefusedError}
 */
export async function checkPaths(
  paths: ReadonlySet<string>,
  { rootFolder, folder }: PatchFolder,
  links: readonly string[],
): Promise<ReadonlySet<string>> {
  const folders = new Map<string, Promise<void>>();
  const executable = new Set<string>();
  for (const name of paths) {
    const parts = name.split('/');
    if (strange.test(name) || parts.includes('..')) throw new PatchRefusedError('unclear', name);
    const target = path.join(rootFolder, ...parts);
    if (!isWithin(target, folder)) throw new PatchRefusedError('outside', name);
    if (isAtLink(name, links)) throw new PatchRefusedError('link', name);
    for (let depth = 1; depth < parts.length; depth++) {
      const above = path.join(rootFolder, ...parts.slice(0, depth));
      if (!folders.has(above)) folders.set(above, assertOwnFolder(above));
      await folders.get(above);
    }
    const found = await lstatIfThere(target);
    if (found !== undefined && !found.isFile()) throw new PatchRefusedError('link', name);
    if (((found?.mode ?? 0) & 0o111) !== 0) executable.add(name);
  }
  return executable;
}

/** A missing folder is fine, because git creates it. */
async function assertOwnFolder(folder: string): Promise<void> {
  const found = await lstatIfThere(folder);
  if (found === undefined) return;
  const isOwn = found.isDirectory() && (await lstatIfThere(path.join(folder, '.git'))) === undefined;
  if (!isOwn) throw new PatchRefusedError('link', folder);
}

async function lstatIfThere(target: string) {
  try {
    return await lstat(target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
