import { dirname } from 'node:path';
import { extensions, type Uri } from 'vscode';
import { systemClock } from '../../core/base/clock.ts';
import type { Log } from '../../core/base/log.ts';
import { TimeLimitError, withTimeLimit } from '../../core/base/scheduling/timeLimit.ts';
import { repositoryRoot } from '../../platform/files/repositoryRoot.ts';
import { isIgnoredBy } from '../../platform/git/isIgnoredBy.ts';
import { type GitInitialization, waitForGitInitialized } from './waitForGitInitialized.ts';

// The parts of the API of VS Code's Git extension (vscode.git, version 1) that Roomside uses.

/** A branch or a remote-tracking branch. */
interface GitRef {
  /** For example "main", or "origin/main" for a remote. */
  readonly name?: string;
  readonly commit?: string;
}

/** The checked-out branch or commit. */
interface GitHead extends GitRef {
  readonly upstream?: { readonly remote: string; readonly name: string };
  /** Number of commits that the upstream does not have. Absent when unknown. */
  readonly ahead?: number;
}

export interface GitRepository {
  readonly rootUri: Uri;
  readonly state: {
    readonly HEAD: GitHead | undefined;
    readonly remotes: readonly { readonly name: string; readonly fetchUrl?: string; readonly pushUrl?: string }[];
    /** What the Source Control view shows as staged. */
    readonly indexChanges: readonly { readonly uri: Uri }[];
  };
  /** The text of a file at a commit. Rejects when the commit does not contain the file. */
  show(ref: string, path: string): Promise<string>;
  getRefs(query: { readonly contains: string; readonly pattern: string }): Promise<readonly GitRef[]>;
  /** Fetches from a remote, or from that of the branch. Absent where VS Code has not opened the repository. */
  fetch?(options?: { readonly remote?: string; readonly depth?: number }): Promise<void>;
}

export interface GitApi extends GitInitialization {
  readonly git: { readonly path: string };
  readonly repositories: readonly GitRepository[];
  /** The innermost open repository that contains a file: for a file in a submodule, the submodule. */
  getRepository(uri: Uri): GitRepository | null;
  /** Creates a repository and opens it. */
  init(root: Uri): Promise<GitRepository | null>;
  toGitUri(uri: Uri, ref: string): Uri;
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/**
 * VS Code's Git API, activated on demand, with the repositories of the window. `undefined` when Git is disabled, not
 * trusted or not installed.
 */
export async function gitApi(): Promise<GitApi | undefined> {
  const api = await enabledGit();
  if (api !== undefined) await waitForGitInitialized(api, systemClock);
  return api;
}

async function enabledGit(): Promise<GitApi | undefined> {
  const extension = extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) return undefined;
  try {
    const git = extension.isActive ? extension.exports : await extension.activate();
    return git.enabled ? git.getAPI(1) : undefined;
  } catch {
    // It has found no git, or fails at its start, and says so itself.
    return undefined;
  }
}

/** The git executable that VS Code's Git extension uses, without waiting for the repositories of the window. */
export async function gitPath(): Promise<string | undefined> {
  return (await enabledGit())?.git.path;
}

/** The user waits for what git knows of something that is shared. */
const shareTimeoutMs = 3000;

/**
 * Whether Git ignores a file. `undefined` in a repository that Git cannot be asked about, as in Restricted Mode, or that it
 * does not answer about in time.
 */
export async function isGitIgnored(path: string): Promise<boolean | undefined> {
  const git = await gitPath();
  if (git !== undefined) return isIgnoredBy(git, path, shareTimeoutMs);
  return (await repositoryRoot(dirname(path))) === undefined ? false : undefined;
}

/** The answer of git. `undefined` when git fails or does not answer in time: the caller continues without. */
export async function answerInTime<T>(
  lookUp: () => Promise<T>,
  log: Log,
  limitMs = shareTimeoutMs,
): Promise<T | undefined> {
  try {
    return await withTimeLimit({ clock: systemClock, limitMs }, lookUp);
  } catch (error) {
    if (error instanceof TimeLimitError) log.info('git: no answer in time, continuing without the commit');
    // Usually a file that the commit does not contain. Git's own message may contain addresses with credentials.
    else log.debug(`git: ${String((error as { gitErrorCode?: unknown }).gitErrorCode ?? 'does not have the file')}`);
    return undefined;
  }
}
