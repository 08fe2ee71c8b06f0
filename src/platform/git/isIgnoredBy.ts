import { dirname } from 'node:path';
import { codeOf } from '../../core/base/storage/systemError.ts';
import { GitTimeoutError } from '../../core/git/errors.ts';
import { runGit } from './runGit.ts';

// VS Code's own `checkIgnore` (Git API) is not used. It resolves on the `exit` event of Git. Node may emit that event
// before the output has arrived, when another child process ends at the same time, so that an ignored file counts as not
// ignored. It also knows only the repositories that the window has opened so far.

/**
 * Whether the rules of the innermost repository ignore a file. Tracked files are not ignored. False outside of a
 * repository; `undefined` when Git refuses to read it, or does not answer in time, as on a slow network drive.
 * @throws the error of a program that could not be started or was killed by another
 */
export async function isIgnoredBy(gitPath: string, path: string, timeoutMs: number): Promise<boolean | undefined> {
  const place = { gitPath, rootFolder: dirname(path) };
  try {
    const args = ['check-ignore', '--quiet', '--', path];
    const { code, errorOutput } = await runGit(place, args, { expected: [1, 128], timeoutMs });
    // 0 ignored, 1 not ignored, 128 no repository, or one that Git refuses to read, as that of another user.
    return code === 128 && !errorOutput.includes('not a git repository (') ? undefined : code === 0;
  } catch (error) {
    if (error instanceof GitTimeoutError) return undefined;
    // Without the program or the folder there are no rules.
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
