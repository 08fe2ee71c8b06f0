import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { unlessMissing } from '../../core/base/storage/systemError.ts';
import { type FileVersion, historyFormat, parseFileHistory } from '../../core/git/fileHistory.ts';
import { isCommitId } from '../../core/git/permalink.ts';
import { plainDiff, plainDiffSettings } from './diff.ts';
import { type GitPlace, gitText, literalPaths, runGit, withSettings } from './runGit.ts';

// The configuration may name a program for the check of signatures.
export const plainLog = ['--no-show-signature', '--encoding=UTF-8'];

const maxVersions = 500;

/** The full id of the commit of a revision. `undefined` for any other object and for an unknown revision. */
export async function resolveCommit(place: GitPlace, revision: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`];
  const commit = (await gitText(place, args, { expected: [1, 128] })).trim();
  return isCommitId(commit) ? commit : undefined;
}

/**
 * The newest versions of a file, across renames. Empty for a file without a commit.
 * @param path relative to the root, separated by `/`
 * @throws {GitTimeoutError}
 */
export async function fileHistory(place: GitPlace, path: string): Promise<readonly FileVersion[]> {
  if ((await resolveCommit(place, 'HEAD')) === undefined) return [];
  const limits = ['--follow', `--max-count=${maxVersions}`];
  const format = ['-z', '--name-only', `--format=${historyFormat}`, '--no-ext-diff', '--no-textconv', '--no-color'];
  const args = [literalPaths, '-c', 'log.showRoot=true', 'log', ...plainLog, ...limits, ...format, '--', path];
  return parseFileHistory(await gitText(place, args, { outputName: path }), path);
}

/** The commits at which a shallow clone ends: git shows all files as new there, because it does not have the parents. */
export async function shallowCommits(place: GitPlace): Promise<ReadonlySet<string>> {
  const name = await gitText(place, ['rev-parse', '--git-path', 'shallow']);
  const file = resolve(place.rootFolder, name.replace(/\n$/, ''));
  return new Set((await unlessMissing(readFile(file, 'utf8')))?.split('\n'));
}

/** The first paragraph of the message of a commit in one line. Not trusted. */
export async function commitSubject(place: GitPlace, commit: string): Promise<string> {
  const args = ['show', ...plainLog, '--no-patch', '--format=%s', commit, '--'];
  return (await gitText(place, args)).trimEnd();
}

/**
 * The patch of a commit as `git show` writes it; of a merge, the changes to its first parent, which git can apply. `''`
 * for a commit without changes.
 * @throws {TooLargeError} when it is larger than the limit of an attachment
 * @throws {GitTimeoutError}
 */
export function commitPatch(place: GitPlace, commit: string): Promise<string> {
  // The configuration can give `-m` another meaning.
  const settings = withSettings('log.showRoot=true', 'log.diffMerges=first-parent');
  const parents = ['-m', '--first-parent'];
  const diff = ['--patch', '--find-renames', ...plainDiff];
  const args = [...settings, ...plainDiffSettings, 'show', ...plainLog, '--format=', ...parents, ...diff, commit, '--'];
  return gitText(place, args, { outputName: 'patch' });
}

/** The patch from one commit to another, as `commitPatch`. */
export function rangePatch(place: GitPlace, from: string, to: string): Promise<string> {
  const args = [...plainDiffSettings, 'diff', '--find-renames', ...plainDiff, from, to, '--'];
  return gitText(place, args, { outputName: 'patch' });
}

/**
 * The bytes of a file in a commit. `undefined` when the commit has no regular file at the path.
 * @param path relative to the root, separated by `/`
 * @throws {TooLargeError} when it is larger than the limit of an attachment
 * @throws {GitTimeoutError}
 */
export async function fileAtCommit(place: GitPlace, commit: string, path: string): Promise<Buffer | undefined> {
  const entry = await gitText(place, [literalPaths, 'ls-tree', '-z', commit, '--', path]);
  // Links have the mode 120000, submodules 160000.
  const [, blob] = /^100\d{3} blob ([0-9a-f]+)\t/.exec(entry) ?? [];
  if (blob === undefined) return undefined;
  return (await runGit(place, ['cat-file', 'blob', blob], { outputName: path })).output;
}
