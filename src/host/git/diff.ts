import { assertAttachmentFits } from '../../core/attachments/limits.ts';
import { type GitPlace, literalPaths, runGit } from './runGit.ts';

/** The working tree with the index, the index with the commit, or the working tree with the commit. */
export type Compared = 'unstaged' | 'staged' | 'all';

const comparedArguments = { unstaged: [], staged: ['--cached'], all: ['HEAD'] } as const;

/** A repository, and what is compared in it. */
export interface DiffRequest extends GitPlace {
  readonly compared: Compared;
  /** Tracked files, relative to the root, with both names of a renamed file. All of them when absent. */
  readonly paths?: readonly string[];
  /** How much of a file must be unchanged to be renamed, in percent. */
  readonly renameSimilarity: number;
  /** Untracked files, relative to the root. Each is added to the patch as a new file. */
  readonly untracked: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * Overrides the configuration of the user and the repository, so that the patch applies elsewhere and no program of theirs
 * runs.
 */
export const plainDiff = [
  ...['--no-color', '--no-ext-diff', '--no-textconv', '--submodule=short'],
  ...['--src-prefix=a/', '--dst-prefix=b/', '--unified=3'],
];

const outputName = 'patch';

/**
 * The patch as `git diff` writes it, including new files, and the untracked paths that git does not read as a file, such as
 * a nested repository.
 * @throws {TooLargeError} when it is larger than the limit of an attachment
 * @throws {GitTimeoutError}
 * @throws an `AbortError`
 */
export async function gitDiff(request: DiffRequest) {
  const { compared, paths, renameSimilarity, untracked, signal } = request;
  const run = { outputName, ...(signal && { signal }) };
  const asked = [`--find-renames=${renameSimilarity}%`, ...comparedArguments[compared]];
  const isNothingAsked = paths?.length === 0;
  const tracked = [literalPaths, 'diff', ...plainDiff, ...asked, '--', ...(paths ?? [])];
  let patch = isNothingAsked ? '' : (await runGit(request, tracked, run)).output.toString();
  const unread: string[] = [];
  for (const path of untracked) {
    const added = ['diff', ...plainDiff, '--no-index', '--', '/dev/null', path];
    // Exit code 1 means a difference, or a path that is no readable file.
    const { output } = await runGit(request, added, { ...run, expected: [1] });
    if (output.byteLength === 0) unread.push(path);
    patch += output.toString();
    assertAttachmentFits(outputName, patch.length);
  }
  return { patch, unread };
}
