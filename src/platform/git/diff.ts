import { constants } from 'node:fs';
import { copyFile, lstat, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { assertAttachmentFits } from '../../core/attachments/limits.ts';
import { missingPathCodes, unlessMissing } from '../../core/base/storage/systemError.ts';
import { GitFailedError } from '../../core/git/errors.ts';
import { exists } from '../files/exists.ts';
import { type GitPlace, gitText, literalPaths, runGit, withSettings } from './runGit.ts';

/** The working tree with the index, the index with the commit, or the working tree with the commit. */
export type Compared = 'unstaged' | 'staged' | 'all';

/** A repository, and what is compared in it. */
export interface DiffRequest extends GitPlace {
  readonly compared: Compared;
  /** Files relative to the root, by their new names: all changes, those of new or of other files alone, or of these files. */
  readonly chosen: 'all' | 'untracked' | 'tracked' | readonly string[];
  /** How much of a file must be unchanged to be renamed, in percent. */
  readonly renameSimilarity: number;
}

/** The changes of a repository. Paths are relative to the root, with `/`. */
export interface RepositoryDiff {
  readonly patch: string;
  /** The new files in the patch. */
  readonly untracked: readonly string[];
  /** What git lists as new and does not read as a file, such as a nested repository. */
  readonly unread: readonly string[];
  /** Files with conflicts. They are compared with the commit: git has no patch of three versions. */
  readonly unmerged: readonly string[];
  /** Staged files, among the chosen ones. */
  readonly staged: readonly string[];
}

/** What is changed inside of a submodule is in no patch: git has only the mark `-dirty` for it, and cannot apply that. */
const ignoreDirt = '--ignore-submodules=dirty';

/**
 * Overrides the configuration of the user and the repository, so that the patch applies elsewhere and no program of theirs
 * runs.
 */
export const plainDiff = [
  ...['--no-color', '--no-ext-diff', '--no-textconv', '--submodule=short', ignoreDirt],
  ...['--src-prefix=a/', '--dst-prefix=b/', '--unified=3', '--no-relative'],
];

/** The same for what has no option. */
export const plainDiffSettings = withSettings(
  'core.quotePath=false',
  'diff.suppressBlankEmpty=false',
  'diff.autoRefreshIndex=true',
);

/** Git writes a split index beside the index of the user, and fails at new files in a folder that a sparse one leaves out. */
const wholeIndex = withSettings('core.splitIndex=false', 'index.sparse=false');

const outputName = 'patch';

const maxPathCharacters = 16_000;

interface CopiedIndex extends DiffRequest {
  readonly env: { readonly GIT_INDEX_FILE: string };
}

/**
 * The changes as git sees them at one moment, in one patch. Git compares with a copy of its index, which announces new files
 * and has no conflicts. The index of the user stays as it is.
 * @throws {TooLargeError} when the patch is larger than the limit of an attachment
 * @throws {GitTimeoutError}
 * @throws {GitFailedError}
 * @throws an `AbortError`
 */
export async function gitDiff(request: DiffRequest): Promise<RepositoryDiff> {
  const { compared, chosen } = request;
  const isAboutTracked = chosen !== 'untracked';
  const known = new Set(typeof chosen === 'string' ? [] : chosen);
  const isChosen = (name: string): boolean => typeof chosen === 'string' || known.has(name);
  const folder = await mkdtemp(path.join(tmpdir(), 'roomside-index-'));
  try {
    const copied = { ...request, env: { GIT_INDEX_FILE: path.join(folder, 'index') } };
    await copyIndex(copied);
    const conflicts = await namesOf(copied, ['ls-files', '--unmerged', '-z']);
    const unmerged = [...new Set(conflicts.map((entry) => entry.slice(entry.indexOf('\t') + 1)))];
    await changeCopy(copied, ['reset', '--quiet'], unmerged);
    const newFiles = ['ls-files', '--others', '--exclude-standard', '-z'];
    const hasNew = compared !== 'staged' && chosen !== 'tracked';
    const listed = !hasNew ? [] : (await namesOf(copied, newFiles)).filter(isChosen);
    const untracked = await areRead(copied.rootFolder, listed);
    const staged = compared === 'unstaged' && isAboutTracked ? await changedNames(copied, ['--cached']) : [];
    // Not the names of new files: a deleted file that is not chosen may look like the old one.
    const pairs = typeof chosen === 'string' ? [] : await changedNames(copied, await comparisonOf(copied));
    // Announced, a new file takes those out of the index whose place it has.
    const replaced = compared === 'unstaged' && untracked.length > 0 ? await replacedBy(copied, untracked) : [];
    const deletions = await patchInBatches(
      copied,
      replaced.filter(([name]) => isChosen(name)),
    );
    await changeCopy(copied, ['add', '--intent-to-add', '--force'], untracked);
    const wanted = [...pairs.filter(([name]) => isChosen(name)), ...untracked.map((name) => [name] as const)];
    const others = chosen === 'all' || chosen === 'tracked' ? patchOf(copied, []) : patchInBatches(copied, wanted);
    return {
      patch: deletions + (await others),
      untracked,
      unread: listed.filter((name) => !untracked.includes(name)),
      unmerged: isAboutTracked ? unmerged.filter(isChosen) : [],
      staged: staged.flatMap(([name]) => (isChosen(name) ? name : [])),
    };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function copyIndex({ env, ...request }: CopiedIndex): Promise<void> {
  const [name = ''] = await namesOf(request, ['rev-parse', '--git-path', 'index'], '\n');
  const own = path.resolve(request.rootFolder, name);
  const stats = await unlessMissing(stat(own));
  // A repository without a commit may have none.
  if (stats === undefined) return;
  await copyFile(own, env.GIT_INDEX_FILE);
  // Git reads the files again that are not older than its index.
  const seconds = Math.floor(stats.mtimeMs / 1000);
  await utimes(env.GIT_INDEX_FILE, seconds, seconds);
}

/** Runs a command that changes the copy for these files. */
async function changeCopy(copied: CopiedIndex, command: readonly string[], names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const options = [...wholeIndex, literalPaths, ...command];
  const input = Buffer.from(names.join('\0'));
  const run = (more: readonly string[]) =>
    runGit(copied, [...options, ...more, '--pathspec-from-file=-', '--pathspec-file-nul'], { input });
  await run([]).catch((error: unknown) => {
    // A new file beside a sparse checkout needs an option that older versions do not have.
    if (error instanceof GitFailedError && error.isSparse) return run(['--sparse']);
    throw error;
  });
}

/** Without what git cannot read, on which it fails, and nested repositories, whose names end with `/`. */
async function areRead(rootFolder: string, names: readonly string[]): Promise<readonly string[]> {
  const read: string[] = [];
  for (const name of names) {
    const file = path.join(rootFolder, name);
    const stats = await unlessMissing(lstat(file), missingPathCodes);
    const isFile = stats?.isFile() === true && (await exists(file, constants.R_OK));
    if (isFile || stats?.isSymbolicLink() === true) read.push(name);
  }
  return read;
}

/** The changed files, the new name first where one is renamed. */
async function changedNames(
  copied: CopiedIndex,
  comparison: readonly string[],
): Promise<readonly (readonly [string, ...string[]])[]> {
  const args = ['diff', '--name-status', '-z', ignoreDirt, renamesOf(copied), ...comparison];
  const fields = await namesOf(copied, [...args, '--']);
  const changed: [string, ...string[]][] = [];
  while (fields.length > 0) {
    const isMoved = /^[RC]/.test(fields.shift() ?? '');
    const [first = '', second = ''] = fields.splice(0, isMoved ? 2 : 1);
    changed.push(isMoved ? [second, first] : [first]);
  }
  return changed;
}

/** The deleted files in whose place new ones are: a file has the name of their folder, or they have that of its folder. */
async function replacedBy(copied: CopiedIndex, untracked: readonly string[]) {
  const names = new Set(untracked);
  const folders = new Set(untracked.flatMap(foldersAbove));
  const deleted = await changedNames(copied, ['--diff-filter=D']);
  return deleted.filter(([name]) => folders.has(name) || foldersAbove(name).some((folder) => names.has(folder)));
}

function foldersAbove(name: string): readonly string[] {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

async function comparisonOf(copied: CopiedIndex): Promise<readonly string[]> {
  if (copied.compared !== 'all') return copied.compared === 'staged' ? ['--cached'] : [];
  const head = await runGit(copied, ['rev-parse', '--verify', '--quiet', 'HEAD'], { expected: [1] });
  // Without a commit, all is compared with the tree of no files.
  return head.code === 0 ? ['HEAD'] : namesOf(copied, ['hash-object', '-t', 'tree', '--stdin'], '\n');
}

/** Windows allows 32,767 characters in a command line. Both names of a renamed file are in one batch. */
async function patchInBatches(copied: CopiedIndex, changed: readonly (readonly string[])[]): Promise<string> {
  let patch = '';
  let batch: string[] = [];
  for (const [at, names] of changed.entries()) {
    batch.push(...names);
    if (batch.join().length < maxPathCharacters && at < changed.length - 1) continue;
    patch += await patchOf(copied, batch);
    assertAttachmentFits(outputName, patch.length);
    batch = [];
  }
  return patch;
}

async function patchOf(copied: CopiedIndex, paths: readonly string[]): Promise<string> {
  const options = [...plainDiff, renamesOf(copied), ...(await comparisonOf(copied))];
  const args = [...wholeIndex, literalPaths, ...plainDiffSettings, 'diff', ...options, '--', ...paths];
  return gitText(copied, args, { outputName });
}

function renamesOf({ renameSimilarity }: DiffRequest): string {
  return `--find-renames=${renameSimilarity}%`;
}

async function namesOf(place: GitPlace, args: readonly string[], end = '\0'): Promise<string[]> {
  return (await gitText(place, [...wholeIndex, ...args])).split(end).slice(0, -1);
}
