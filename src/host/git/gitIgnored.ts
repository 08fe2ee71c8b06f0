import { gitExecutable } from './gitApi.ts';
import { isIgnoredBy } from './isIgnoredBy.ts';

/** Whether Git ignores a file. Without Git, or without an answer, no file is ignored. */
export async function isGitIgnored(path: string): Promise<boolean> {
  const gitPath = await gitExecutable();
  return gitPath !== undefined && isIgnoredBy(gitPath, path);
}
