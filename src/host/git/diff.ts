import { assertAttachmentFits } from '../../core/attachments/limits.ts';
import { type GitPlace, runGit } from './runGit.ts';

/** A repository, and what is compared in it. */
export interface DiffRequest extends GitPlace {
  /** Compares the index with the commit instead of the working tree with the index. */
  readonly isStaged: boolean;
  /** Tracked files, relative to the root, with both names of a renamed file. All of them when absent. */
  readonly paths?: readonly string[];
  /** How much of a file must be unchanged to be renamed, in percent. */
  readonly renameSimilarity: number;
  /** Untracked files, relative to the root. Each is added to the patch as a new file. */
  readonly untracked: readonly string[];
}

/**
 * Overrides the configuration of the user and the repository, so that the patch applies elsewhere and no program of theirs
 * runs.
 */
export const plainDiff = ['--no-color', '--no-ext-diff', '--no-textconv', '--src-prefix=a/', '--dst-prefix=b/'];

/** Without this option, a name such as `[id].ts` is a pattern that matches other files too. */
export const literalPaths = '--literal-pathspecs';

const outputName = 'patch';

/**
 * The patch as `git diff` writes it, including new files.
 * @throws {TooLargeError} when it is larger than the limit of an attachment
 * @throws {GitTimeoutError}
 */
export async function gitDiff(request: DiffRequest): Promise<string> {
  const { isStaged, paths, renameSimilarity, untracked } = request;
  const asked = [`--find-renames=${renameSimilarity}%`, ...(isStaged ? ['--cached'] : [])];
  const isNothingAsked = paths?.length === 0;
  const tracked = [literalPaths, 'diff', ...plainDiff, ...asked, '--', ...(paths ?? [])];
  let patch = isNothingAsked ? '' : (await runGit(request, tracked, { outputName })).output.toString();
  for (const path of untracked) {
    const added = ['diff', ...plainDiff, '--no-index', '--', '/dev/null', path];
    // Exit code 1 means a difference.
    patch += (await runGit(request, added, { outputName, expected: [1] })).output.toString();
    assertAttachmentFits(outputName, patch.length);
  }
  return patch;
}
