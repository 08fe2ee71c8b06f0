import { type ExecFileException, execFile } from 'node:child_process';
import { maxAttachmentBytes } from '../../core/api/contentInfo.ts';
import { TooLargeError } from '../../core/attachments/limits.ts';
import { GitTimeoutError } from '../../core/git/errors.ts';
import { isCommitId } from '../../core/git/permalink.ts';

/** A repository, and the git executable that VS Code's Git extension uses. */
export interface GitPlace {
  readonly gitPath: string;
  readonly rootFolder: string;
}

interface GitRun {
  /** The name of the output in the error for too much of it. */
  readonly outputName: string;
  /** Exit codes that are no error. */
  readonly expected?: readonly number[];
}

/** The history of a file in a large repository takes long. Without a limit, a command would never end. */
const timeoutMs = 60_000;

/**
 * The output of git in the root of a repository, without a shell.
 * @throws {TooLargeError} when the output is larger than the limit of an attachment
 * @throws {GitTimeoutError}
 */
export function runGit(
  { gitPath, rootFolder }: GitPlace,
  args: readonly string[],
  { outputName, expected = [] }: GitRun,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const options = { cwd: rootFolder, encoding: 'buffer', maxBuffer: maxAttachmentBytes, timeout: timeoutMs } as const;
  execFile(gitPath, args, { ...options, windowsHide: true }, (error, stdout) => {
    if (error === null || expected.includes(error.code as number)) resolve(stdout);
    else reject(errorOf(error, outputName, stdout.byteLength));
  });
  return promise;
}

function errorOf(error: ExecFileException, outputName: string, byteLength: number): Error {
  if ((error.code as unknown) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return new TooLargeError({ what: 'attachment', fileName: outputName, byteLength, maxBytes: maxAttachmentBytes });
  }
  return error.killed === true ? new GitTimeoutError() : error;
}

/** The full id of the commit of a revision. `undefined` for any other object and for an unknown revision. */
export async function resolveCommit(place: GitPlace, revision: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`];
  const output = await runGit(place, args, { outputName: 'commit', expected: [1, 128] });
  const commit = output.toString().trim();
  return isCommitId(commit) ? commit : undefined;
}
