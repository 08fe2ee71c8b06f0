import { gitExecutable } from './gitApi.ts';
import { isIgnoredBy } from './isIgnoredBy.ts';

/** Whether Git keeps a file out of its repository. Where there is no Git, or it does not say, nothing is ignored. */
export async function isGitIgnored(path: string): Promise<boolean> {
  const gitPath = await gitExecutable();
  return gitPath !== undefined && isIgnoredBy(gitPath, path);
}
