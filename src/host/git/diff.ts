import { execFile } from 'node:child_process';
import { maxAttachmentBytes } from '../../core/api/contentInfo.ts';
import { TooLargeError } from '../../core/attachments/limits.ts';

/** A repository, and what is compared in it. */
export interface DiffRequest {
  /** Path of the git executable that VS Code's Git extension uses. */
  readonly gitPath: string;
  readonly rootFolder: string;
  /** Compares the index with the commit instead of the working tree with the index. */
  readonly isStaged: boolean;
  /** Tracked files, relative to the root, with both names of a renamed file. All of them when absent. */
  readonly paths?: readonly string[];
  /** How much of a file must be unchanged to be renamed, in percent. */
  readonly renameSimilarity: number;
  /** Untracked files, relative to the root. Each is added to the patch as a new file. */
  readonly untracked: readonly string[];
}

// Overrides the user's configuration, so that the patch applies elsewhere.
const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--src-prefix=a/', '--dst-prefix=b/'];
const maxPatchBytes = maxAttachmentBytes;

/**
 * The patch as `git diff` writes it, including new files.
 * @throws {TooLargeError} when it is larger than the limit of an attachment
 */
export async function gitDiff(request: DiffRequest): Promise<string> {
  const { gitPath, rootFolder, isStaged, paths, renameSimilarity, untracked } = request;
  const git = (args: readonly string[], isDifferent: boolean) => runGit(gitPath, rootFolder, args, isDifferent);
  const asked = [`--find-renames=${renameSimilarity}%`, ...(isStaged ? ['--cached'] : [])];
  const isNothingAsked = paths?.length === 0;
  // Without this option, a name such as `[id].ts` is a pattern that matches other files too.
  let patch = isNothingAsked
    ? ''
    : await git(['--literal-pathspecs', 'diff', ...plain, ...asked, '--', ...(paths ?? [])], false);
  for (const path of untracked) {
    patch += await git(['diff', ...plain, '--no-index', '--', '/dev/null', path], true);
    if (patch.length > maxPatchBytes) throw tooLarge(patch.length);
  }
  return patch;
}

/** @param isDifferent whether exit code 1 means a difference, as for `git diff --no-index` */
function runGit(gitPath: string, cwd: string, args: readonly string[], isDifferent: boolean): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  execFile(gitPath, args, { cwd, maxBuffer: maxPatchBytes, windowsHide: true }, (error, stdout) => {
    if (error === null || (isDifferent && error.code === 1)) resolve(stdout);
    else reject(isTooLong(error) ? tooLarge(stdout.length) : error);
  });
  return promise;
}

function isTooLong(error: Error): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
}

function tooLarge(byteLength: number): TooLargeError {
  return new TooLargeError({ what: 'attachment', fileName: 'patch', byteLength, maxBytes: maxPatchBytes });
}
