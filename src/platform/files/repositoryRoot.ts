import path from 'node:path';
import { exists } from './exists.ts';

/** The innermost folder at or above a path that has a `.git`: a folder, or the file of a worktree or a submodule. */
export async function repositoryRoot(folder: string): Promise<string | undefined> {
  if (await exists(path.join(folder, '.git'))) return folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : repositoryRoot(above);
}
