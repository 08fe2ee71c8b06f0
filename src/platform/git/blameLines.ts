import { type BlamedLines, parseBlame } from '../../core/git/blame.ts';
import { parseConfigOutput } from '../../core/git/gitConfig.ts';
import type { LineRange } from '../../core/git/lineMap.ts';
import { type GitPlace, gitText, literalPaths } from './runGit.ts';

/** The command line has a limit. */
const maxRanges = 50;

/** Lines of a file at a commit. */
export interface BlameRequest {
  /** Relative to the root, separated by `/`. */
  readonly path: string;
  readonly lines: readonly LineRange[];
  readonly commit: string;
}

/**
 * The commits that lines come from. The configuration of the repository starts no program: a text that is not committed would
 * be given to its filters.
 * @throws {GitTimeoutError}
 * @throws {GitFailedError} for a file that the commit does not have
 */
export async function blameLines(
  place: GitPlace,
  { path, lines, commit }: BlameRequest,
): Promise<readonly BlamedLines[]> {
  const ranges = lines.slice(0, maxRanges).map(({ startLine, endLine }) => `-L${startLine},${endLine}`);
  const options = ['--incremental', '--no-textconv', '--no-progress', '--encoding=UTF-8', '--root', ...ranges];
  const args = [literalPaths, 'blame', ...options, commit, '--', path];
  return parseBlame(await gitText(place, args, { outputName: path }));
}

/** The name and the address that git writes into commits of the user. */
export async function ownIdentity(place: GitPlace): Promise<readonly string[]> {
  // Exit code 1: there are none.
  const args = ['config', '--null', '--get-regexp', String.raw`^user\.(name|email)$`];
  return parseConfigOutput(await gitText(place, args, { expected: [1] })).map(({ value }) => value);
}
