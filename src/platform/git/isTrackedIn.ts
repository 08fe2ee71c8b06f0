import { type GitPlace, literalPaths, runGit } from './runGit.ts';

/** Whether a repository has a file; false for a file of a repository nested in it. @param path absolute */
export async function isTrackedIn(place: GitPlace, path: string): Promise<boolean> {
  const { code } = await runGit(place, [literalPaths, 'ls-files', '--error-unmatch', '--', path], {
    expected: [1, 128],
  });
  return code === 0;
}
