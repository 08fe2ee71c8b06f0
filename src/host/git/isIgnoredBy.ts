import { execFile } from 'node:child_process';
import { dirname } from 'node:path';

// VS Code's own `checkIgnore` (Git API) is not used. It resolves on the `exit` event of Git. Node may emit that event
// before the output has arrived, when another child process ends at the same time, so that an ignored file counts as not
// ignored. It also knows only the repositories that the window has opened so far.

/** The configuration of a repository may name a program here, which Git would run. */
const safe = ['-c', 'core.fsmonitor=false'];

/**
 * Whether the rules of the innermost repository ignore a file. Tracked files are not ignored. False outside of a
 * repository, and when Git gives no answer.
 * @throws the error of a program that could not be started or was killed
 */
export function isIgnoredBy(gitPath: string, path: string): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const options = { cwd: dirname(path), windowsHide: true };
  execFile(gitPath, [...safe, 'check-ignore', '--quiet', '--', path], options, (error) => {
    // Only the exit code counts: 0 ignored, 1 not ignored, 128 no repository. Without the program or the folder there are
    // no rules.
    if (error === null) resolve(true);
    else if (typeof error.code === 'number' || (error.code as unknown) === 'ENOENT') resolve(false);
    else reject(error);
  });
  return promise;
}
