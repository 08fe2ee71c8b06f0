import { extensions, type Uri } from 'vscode';
import { systemClock } from '../../core/base/clock.ts';
import { type GitInitialization, waitForGitInitialized } from './waitForGitInitialized.ts';

// What Roomside uses of the interface of VS Code's own Git extension (vscode.git, version 1), and no more.

/** A branch or a remote-tracking branch. */
export interface GitRef {
  /** "main", or of a remote "origin/main". */
  readonly name?: string;
  readonly commit?: string;
}

/** The branch that is checked out, or the bare commit. */
interface GitHead extends GitRef {
  readonly upstream?: { readonly remote: string; readonly name: string };
  /** Commits that the upstream has not; absent where that is not known. */
  readonly ahead?: number;
}

/** One file of a group of the Source Control view. */
export interface GitChange {
  readonly uri: Uri;
  /** As in git.d.ts. */
  readonly status: number;
}

export interface GitRepository {
  readonly rootUri: Uri;
  readonly state: {
    readonly HEAD: GitHead | undefined;
    readonly remotes: readonly { readonly name: string; readonly fetchUrl?: string; readonly pushUrl?: string }[];
    readonly indexChanges: readonly GitChange[];
    readonly workingTreeChanges: readonly GitChange[];
    /** Filled where the user shows untracked files apart. */
    readonly untrackedChanges?: readonly GitChange[];
  };
  /** The text of a file at a commit. Rejects where the commit has none. */
  show(ref: string, path: string): Promise<string>;
  getRefs(query: { readonly contains: string; readonly pattern: string }): Promise<readonly GitRef[]>;
}

export interface GitApi extends GitInitialization {
  readonly git: { readonly path: string };
  readonly repositories: readonly GitRepository[];
  /** The innermost open repository that holds a file: of a submodule its own. */
  getRepository(uri: Uri): GitRepository | null;
  /** The address of a file at a revision, to be read by the editor. */
  toGitUri(uri: Uri, ref: string): Uri;
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** VS Code's Git, activated when needed, with the repositories of the window. `undefined` where it is switched off, not trusted, or not there. */
export async function gitApi(): Promise<GitApi | undefined> {
  const api = await enabledGit();
  if (api !== undefined) await waitForGitInitialized(api, systemClock);
  return api;
}

/** The path of Git itself, without a wait for the repositories of the window. `undefined` as with {@link gitApi}. */
export async function gitExecutable(): Promise<string | undefined> {
  return (await enabledGit())?.git.path;
}

async function enabledGit(): Promise<GitApi | undefined> {
  const extension = extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) return undefined;
  const git = extension.isActive ? extension.exports : await extension.activate();
  return git.enabled ? git.getAPI(1) : undefined;
}
