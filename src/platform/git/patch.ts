import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { missingPathCodes, unlessMissing } from '../../core/base/storage/systemError.ts';
import { utf16Of } from '../../core/base/text/utf16Of.ts';
import { GitFailedError, PatchRefusedError } from '../../core/git/errors.ts';
import { namesBlobs, type Strip, stripsOf } from '../../core/git/patchFormat.ts';
import { isAtLink, type PatchedFile, parseIndexLinks, parsePatchReport } from '../../core/git/patchReport.ts';
import { applicablePatch, type LeftOutFile } from '../../core/git/patchSections.ts';
import { isWithin } from '../files/relativePath.ts';
import { copyFiles } from './copiedFiles.ts';
import type { PatchFolder } from './patchFolders.ts';
import { type GitPlace, type GitResult, gitText, runGit, withSettings } from './runGit.ts';

/** A repository, and the git executable. */
export type PatchTarget = PatchFolder & GitPlace;

/** A patch as git reads it, and the options with which it applies. */
interface ApplyOptions {
  /** Without what is left out. */
  readonly bytes: Uint8Array;
  readonly sectionCount: number;
  readonly leftOut: readonly LeftOutFile[];
  readonly strip: Strip;
  /** Merges through the blobs that the patch names, in the index. Otherwise all lines must match. */
  readonly isMerge: boolean;
}

/** A patch that applies, and everything that it changes. */
export interface CheckedPatch extends ApplyOptions {
  readonly files: readonly PatchedFile[];
  /** All paths that the patch changes, both sides of renames and copies. */
  readonly paths: ReadonlySet<string>;
  /** The changed files that are executable on disk. */
  readonly executable: ReadonlySet<string>;
}

// decisions/0033
/**
 * Asks git whether a patch applies and what it changes. If its lines do not match, asks whether git can merge it. Changes
 * nothing.
 * @throws {PatchRefusedError} the error for the most likely options
 */
export function checkPatch(patch: Uint8Array, target: PatchTarget): Promise<CheckedPatch> {
  return checkEach(patch, target, false);
}

/** Asks git whether a patch that was applied without a merge can be undone. @throws {PatchRefusedError} `changed` */
export function checkUndo(patch: Uint8Array, target: PatchTarget): Promise<CheckedPatch> {
  return unlessChanged(checkEach(patch, target, true));
}

async function unlessChanged<T>(checking: Promise<T>): Promise<T> {
  try {
    return await checking;
  } catch (error) {
    const isChanged = error instanceof PatchRefusedError && error.problem === 'does-not-apply';
    throw isChanged ? new PatchRefusedError('changed', error.output) : error;
  }
}

async function checkEach(patch: Uint8Array, target: PatchTarget, isUndo: boolean): Promise<CheckedPatch> {
  const readings = readingsOf(patch);
  const merging = isUndo ? [] : readings.filter(({ text }) => namesBlobs(text));
  const attempts = [...readings, ...merging].flatMap(({ text, ...reading }, at) => {
    const read = { ...reading, bytes: Buffer.from(text, 'latin1'), isMerge: at >= readings.length };
    return stripsOf(text).map((strip) => ({ ...read, strip }));
  });
  let refusal: unknown;
  for (const options of attempts) {
    try {
      return await check(target, options, isUndo);
    } catch (error) {
      if (!(error instanceof PatchRefusedError) || error.problem !== 'does-not-apply') throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

/**
 * A patch as it is, and as git wrote it before a program saved it in UTF-16 or with other line ends, as PowerShell does. Each
 * byte is a character.
 */
function readingsOf(patch: Uint8Array): readonly ReturnType<typeof applicablePatch>[] {
  const encoding = utf16Of(patch);
  const bytes = encoding === undefined ? Buffer.from(patch) : Buffer.from(new TextDecoder(encoding).decode(patch));
  const text = bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  const isOtherEnd = !/(?<!\r)\n/.test(text) && text.includes('\r\n');
  const texts = isOtherEnd ? [text, text.replaceAll('\r\n', '\n')] : [text];
  return texts.map((each) => {
    const read = applicablePatch(each);
    const leftOut = read.leftOut.map(({ name, kind }) => ({ name: Buffer.from(name, 'latin1').toString(), kind }));
    return { ...read, leftOut };
  });
}

/**
 * Applies a patch as it was checked, completely or not at all.
 * @returns the files in which a merge left conflict markers
 * @throws {PatchRefusedError} `changed` when it would now do something else
 * @throws {GitFailedError} when git cannot write all of it
 * @throws {FilesNotRestoredError}
 */
export async function applyPatch(target: PatchTarget, checked: CheckedPatch): Promise<readonly string[]> {
  const now = await check(target, checked, false);
  if (!isDeepStrictEqual(now, checked)) throw new PatchRefusedError('changed');
  return applyWhole(target, checked, []);
}

/** Reverts a patch that was applied without a merge. @throws as `applyPatch`, `changed` when it no longer fits */
export async function undoPatch(target: PatchTarget, checked: CheckedPatch): Promise<void> {
  await unlessChanged(check(target, checked, true));
  await applyWhole(target, checked, ['--reverse']);
}

/** Git removes all files before it writes the first new one: where it cannot write one, the others would be lost. */
async function applyWhole(
  target: PatchTarget,
  checked: CheckedPatch,
  direction: readonly string[],
): Promise<readonly string[]> {
  const copies = await copyFiles(target.rootFolder, checked.paths);
  try {
    await unlessChanged(gitApply(checked.bytes, target, [...optionsOf(checked), ...direction]));
    return [];
  } catch (error) {
    // A merge with conflicts has the exit code of a refusal.
    const conflicts = checked.isMerge ? await unmerged(target, checked.paths) : [];
    if (conflicts.length > 0) return conflicts;
    // A refusal comes before the first write. Putting copies back would then undo what was saved since they were made.
    if (!(error instanceof PatchRefusedError)) await copies.restore();
    throw error;
  } finally {
    await copies.remove();
  }
}

/** Reverts a patch as `checkUndo` has found it, in copies of its files. */
export async function applyReversed(target: PatchTarget, checked: CheckedPatch): Promise<void> {
  await gitApply(checked.bytes, target, [...optionsOf(checked), '--reverse']);
}

async function check(target: PatchTarget, applyOptions: ApplyOptions, isUndo: boolean): Promise<CheckedPatch> {
  const direction = isUndo ? ['--reverse'] : [];
  const options = [...optionsOf(applyOptions), ...direction, '--check', '--numstat', '--summary', '-z', '--verbose'];
  const { output, errorOutput } = await gitApply(applyOptions.bytes, target, options);
  const reported = parsePatchReport(output.toString(), errorOutput);
  if (reported.length < applyOptions.sectionCount) throw new PatchRefusedError('incomplete');
  const paths = new Set(reported.flatMap(({ path, from = path }) => [path, from]));
  const links = parseIndexLinks(await gitText(target, ['ls-files', '--stage', '-z']));
  const isRemoving = ({ change }: PatchedFile): boolean => change === 'deleted' || change === 'renamed';
  const removed = new Set(reported.filter(isRemoving).map(({ path, from = path }) => from));
  const executable = await checkPaths(paths, removed, target, links);
  const files = reported.map((file) => ({
    ...file,
    becomesExecutable: file.becomesExecutable || (file.from !== undefined && executable.has(file.from)),
  }));
  return { ...applyOptions, files, paths, executable };
}

function optionsOf({ strip, isMerge }: ApplyOptions): readonly string[] {
  return isMerge ? [`-p${strip}`, '--3way'] : [`-p${strip}`];
}

async function unmerged(target: PatchTarget, paths: ReadonlySet<string>): Promise<readonly string[]> {
  const entries = (await gitText(target, ['ls-files', '--unmerged', '-z'])).split('\0');
  const names = new Set(entries.map((entry) => entry.slice(entry.indexOf('\t') + 1)));
  return [...names].filter((name) => paths.has(name));
}

/**
 * Runs in the root with an explicit strip. Otherwise git guesses the strip from the current folder.
 * @throws {PatchRefusedError} `does-not-apply`, before anything is written
 * @throws {GitFailedError}
 */
async function gitApply(patch: Uint8Array, target: PatchTarget, options: readonly string[]): Promise<GitResult> {
  // The user's configuration for their own patches must not change the bytes of this one.
  const ownSettings = ['apply.whitespace=nowarn', 'apply.ignoreWhitespace=no', 'core.quotePath=false'];
  // Conflicts that git resolves by what it has recorded stay conflicts, to be looked at.
  const settings = withSettings(...ownSettings, 'rerere.autoUpdate=false');
  const args = [...settings, 'apply', ...options, '-'];
  const input = patch.at(-1) === 0x0a ? patch : Buffer.concat([patch, Buffer.from('\n')]);
  // Ending git while it writes would leave a part of the patch.
  const run = options.includes('--check') ? { expected: [1, 128] } : { expected: [1], timeoutMs: 0 };
  const result = await runGit(target, args, { input, ...run });
  // Another git works in the repository, or the disk is full.
  if (/^fatal: Unable to |: No space left on device$/m.test(result.errorOutput))
    throw new GitFailedError(result.errorOutput);
  if (result.code !== 0) {
    throw new PatchRefusedError('does-not-apply', result.errorOutput.replace(/^Checking patch .*\n/gm, ''));
  }
  return result;
}

// Windows takes these for a folder, a drive or an alternate data stream.
const strange = process.platform === 'win32' ? /[\\:]/ : /\0/;

/**
 * Makes sure that a patch changes only regular files in its folder: no path that leaves the folder, is a link or is below a
 * link, belongs to a nested repository, or is not a regular file. What the patch removes may give its place to a file or a
 * folder: git removes first.
 * @param removed the paths that the patch removes
 * @param links the links in the index, see `parseIndexLinks`
 * @returns the paths that are executable on the disk
 * @throws {PatchRefusedError}
 */
async function checkPaths(
  paths: ReadonlySet<string>,
  removed: ReadonlySet<string>,
  { rootFolder, folder }: PatchFolder,
  links: readonly string[],
): Promise<ReadonlySet<string>> {
  const folders = new Map<string, Promise<void>>();
  const executable = new Set<string>();
  for (const name of paths) {
    const parts = name.split('/');
    if (strange.test(name) || parts.includes('..')) throw new PatchRefusedError('unclear', name);
    const target = path.join(rootFolder, ...parts);
    if (!isWithin(target, folder)) throw new PatchRefusedError('outside', name);
    if (isAtLink(name, links)) throw new PatchRefusedError('link', name);
    for (let depth = 1; depth < parts.length; depth++) {
      const above = path.join(rootFolder, ...parts.slice(0, depth));
      const isReplaced = removed.has(parts.slice(0, depth).join('/'));
      if (!folders.has(above)) folders.set(above, assertOwnFolder(above, isReplaced));
      await folders.get(above);
    }
    const found = await lstatIfThere(target);
    if (found === undefined) continue;
    const isLeft = found.isDirectory() && (await holdsOnly(target, name, removed));
    if (!isLeft && !found.isFile()) throw new PatchRefusedError('link', name);
    if (!isLeft && (found.mode & 0o111) !== 0) executable.add(name);
  }
  return executable;
}

/** Whether a folder has nothing but these files: git could not replace it otherwise. @param name its path as those of the files */
async function holdsOnly(folder: string, name: string, files: ReadonlySet<string>): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const inner = `${name}/${entry.name}`;
    const isFolder = entry.isDirectory();
    if (isFolder ? !(await holdsOnly(path.join(folder, entry.name), inner, files)) : !files.has(inner)) return false;
  }
  return true;
}

/** A missing folder is fine, because git creates it. @param isReplaced the patch removes a file that has its name */
async function assertOwnFolder(folder: string, isReplaced: boolean): Promise<void> {
  const found = await lstatIfThere(folder);
  if (found === undefined || (isReplaced && found.isFile())) return;
  const isOwn = found.isDirectory() && (await lstatIfThere(path.join(folder, '.git'))) === undefined;
  if (!isOwn) throw new PatchRefusedError('link', folder);
}

function lstatIfThere(target: string) {
  return unlessMissing(lstat(target), missingPathCodes);
}
