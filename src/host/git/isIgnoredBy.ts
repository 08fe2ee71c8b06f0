import { execFile } from 'node:child_process';
import { dirname } from 'node:path';

// VS Code's own `checkIgnore` (Git API) is not used. It answers at the `exit` of Git, which Node may emit before the output
// has arrived when another child process ends at the same time: an ignored file then counts as not ignored. And it knows
// only the repositories that the window has opened so far.

/** A repository may name a program here, which Git would run. */
const safe = ['-c', 'core.fsmonitor=false'];

/**
 * Whether the rules of the innermost repository around a file keep it out; a file that is tracked is not kept out. False
 * outside of any repository, and where Git refuses to say.
 * @throws the error of a program that could not be started, or was ended before it answered
 */
export function isIgnoredBy(gitPath: string, path: string): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const options = { cwd: dirname(path), windowsHide: true };
  execFile(gitPath, [...safe, 'check-ignore', '--quiet', '--', path], options, (error) => {
    // The answer is the exit code alone: 0 ignored, 1 not, 128 no repository. No program or no folder: no rules either.
    if (error === null) resolve(true);
    else if (typeof error.code === 'number' || (error.code as unknown) === 'ENOENT') resolve(false);
    else reject(error);
  });
  return promise;
}
