import { execFile } from 'node:child_process';
import { maxAttachmentBytes } from '../../core/api/contentInfo.ts';
import { TooLargeError } from '../../core/share/limits.ts';

/** A repository and what of it is compared. */
export interface DiffRequest {
  /** Git itself, as VS Code's Git extension found it. */
  readonly gitPath: string;
  readonly rootFolder: string;
  /** The index against the commit in place of the working tree against the index. */
  readonly isStaged: boolean;
  /** Tracked files, relative to the root; all of them when absent. */
  readonly paths?: readonly string[];
  /** Files git does not track, relative to the root: each is added to the patch as a new file. */
  readonly untracked: readonly string[];
}

// Whatever the user's configuration says: a patch that other people can apply.
const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--src-prefix=a/', '--dst-prefix=b/'];
const mostBytes = maxAttachmentBytes;

/**
 * The patch as `git diff` writes it, new files included.
 * @throws {TooLargeError} when it is larger than an attachment may be
 */
export async function gitDiff({ gitPath, rootFolder, isStaged, paths, untracked }: DiffRequest): Promise<string> {
  const git = (args: readonly string[], isDifferent: boolean) => runGit(gitPath, rootFolder, args, isDifferent);
  const asked = isStaged ? ['--cached'] : [];
  const isNothingAsked = paths?.length === 0;
  // Without the option a name such as `[id].ts` is a pattern, which other files match as well.
  let patch = isNothingAsked
    ? ''
    : await git(['--literal-pathspecs', 'diff', ...plain, ...asked, '--', ...(paths ?? [])], false);
  for (const path of untracked) {
    patch += await git(['diff', ...plain, '--no-index', '--', '/dev/null', path], true);
    if (patch.length > mostBytes) throw tooLarge(patch.length);
  }
  return patch;
}

/** @param isDifferent `git diff --no-index` ends with 1 when it has found a difference */
function runGit(gitPath: string, cwd: string, args: readonly string[], isDifferent: boolean): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  execFile(gitPath, args, { cwd, maxBuffer: mostBytes, windowsHide: true }, (error, stdout) => {
    if (error === null || (isDifferent && error.code === 1)) resolve(stdout);
    else reject(isTooLong(error) ? tooLarge(stdout.length) : error);
  });
  return promise;
}

function isTooLong(error: Error): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER';
}

function tooLarge(byteLength: number): TooLargeError {
  return new TooLargeError({ what: 'attachment', fileName: 'patch', byteLength, maxBytes: mostBytes });
}
