import { dirname } from 'node:path';
import { Uri, workspace } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { isWithin, relativePath } from '../../platform/files/relativePath.ts';
import { repositoryRoot } from '../../platform/files/repositoryRoot.ts';
import { fileAtCommit, resolveCommit } from '../../platform/git/commits.ts';
import { type GitPlace, gitText } from '../../platform/git/runGit.ts';
import { answerInTime, type GitApi, type GitRepository, gitApi } from './gitApi.ts';

/**
 * The repository of a file, also where VS Code has not opened it, as when the window has a sub-folder of it. Of such a
 * repository only the checked-out commit is known, and git reads only what is on the disk.
 */
export async function repositoryOf(git: GitApi, file: Uri): Promise<GitRepository | undefined> {
  const opened = git.getRepository(file) ?? undefined;
  const root = file.scheme === 'file' ? await repositoryRoot(dirname(file.fsPath)) : undefined;
  // VS Code does not look for clones and worktrees deep in a repository, and takes their files for its own.
  const isNested =
    opened !== undefined &&
    root !== undefined &&
    relativePath(opened.rootUri.fsPath, root) !== '' &&
    isWithin(root, opened.rootUri.fsPath);
  return root === undefined || (opened !== undefined && !isNested) ? opened : unopened(git.git.path, root);
}

async function unopened(gitPath: string, rootFolder: string): Promise<GitRepository | undefined> {
  const place: GitPlace = { gitPath, rootFolder, isOffline: true };
  const commit = await resolveCommit(place, 'HEAD');
  if (commit === undefined) return undefined;
  return {
    rootUri: Uri.file(rootFolder),
    // Its remotes are read from the configuration (`knownRemotes`).
    state: { HEAD: { commit }, remotes: [], indexChanges: [] },
    show: (ref, path) => textIn(place, ref, path),
    getRefs: ({ contains, pattern }) => refsWith(place, contains, pattern),
  };
}

async function textIn(place: GitPlace, ref: string, path: string): Promise<string> {
  const bytes = isHexadecimal(ref) ? await fileAtCommit(place, ref, relativePath(place.rootFolder, path)) : undefined;
  if (bytes === undefined) throw new Error('the commit does not contain the file');
  return workspace.decode(bytes, { uri: Uri.file(path) });
}

async function refsWith(
  place: GitPlace,
  commit: string,
  pattern: string,
): Promise<readonly { readonly name: string }[]> {
  if (!isHexadecimal(commit)) return [];
  const args = ['for-each-ref', `--contains=${commit}`, '--format=%(refname:lstrip=2)', pattern];
  const names = (await gitText(place, args)).split('\n');
  return names.flatMap((name) => (name === '' ? [] : [{ name }]));
}

function isHexadecimal(text: string): boolean {
  return /^[0-9a-f]+$/.test(text);
}

/** The user waits for the comparison, which works without the commit, only less exactly. */
const comparisonTimeoutMs = 10_000;

/**
 * The text of a workspace file at a commit. `undefined` when the repository does not contain the commit or the commit does
 * not contain the file, without Git, and when git does not answer in time.
 * @param commit a hexadecimal id or its beginning, from a message
 * @param isAsked the user has asked for it: git may fetch what a partial clone lacks, and run the programs of its settings
 */
export function textAtCommit(file: Uri, commit: string, log: Log, isAsked = true): Promise<string | undefined> {
  return readAtCommit(file, commit, log, (repository, place) =>
    isAsked ? repository.show(commit, file.fsPath) : textIn(place, commit, file.fsPath),
  );
}

/** The bytes of a workspace file at a commit, as `textAtCommit`. Nothing is fetched, and no program of a setting changes them. */
export function bytesAtCommit(file: Uri, commit: string, log: Log): Promise<Uint8Array | undefined> {
  return readAtCommit(file, commit, log, (_, place) =>
    fileAtCommit(place, commit, relativePath(place.rootFolder, file.fsPath)),
  );
}

async function readAtCommit<T>(
  file: Uri,
  commit: string,
  log: Log,
  read: (repository: GitRepository, place: GitPlace) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (file.scheme !== 'file') return undefined;
  const ask = async () => {
    const git = await gitApi();
    const repository = git && (await repositoryOf(git, file));
    // Git would fetch a missing commit into a partial clone.
    if (!git || repository === undefined || !(await hasCommit(git, repository, commit))) return undefined;
    return read(repository, { gitPath: git.git.path, rootFolder: repository.rootUri.fsPath, isOffline: true });
  };
  return answerInTime(ask, log, comparisonTimeoutMs);
}

/** Whether a repository has a commit. Nothing is fetched. @param commit a hexadecimal id or its beginning */
export async function hasCommit(git: GitApi | undefined, { rootUri }: GitRepository, commit: string): Promise<boolean> {
  if (git === undefined || !isHexadecimal(commit)) return false;
  const place: GitPlace = { gitPath: git.git.path, rootFolder: rootUri.fsPath, isOffline: true };
  return (await resolveCommit(place, commit)) !== undefined;
}
