import { dirname, join } from 'node:path';
import { exists } from './exists.ts';

/** Whether a folder above a file has a `.git`: a folder, or the file of a worktree or a submodule. */
export async function isInRepository(path: string): Promise<boolean> {
  const folder = dirname(path);
  if (folder === path) return false;
  return (await exists(join(folder, '.git'))) || isInRepository(folder);
}
