import { Uri } from 'vscode';
import { parseGitQuery, revisionOf } from '../../core/git/gitQuery.ts';
import { resolveCommit } from './commits.ts';
import type { GitApi, GitRepository } from './gitApi.ts';
import { repositoryOf } from './repositoryOf.ts';

/** A file in a repository, and a commit. */
interface CommittedFile {
  readonly repository: GitRepository;
  /** The path on disk. */
  readonly file: Uri;
  /** The full commit id. The commit does not have to contain the file. */
  readonly commit: string;
}

/**
 * The file and the commit of a document: the checked-out commit for a file, the commit of the revision for a `git:` URI.
 * `undefined` for the index, for other documents, and outside of a repository.
 */
export async function committedFileOf(git: GitApi, uri: Uri): Promise<CommittedFile | undefined> {
  const file = fileOf(uri);
  const repository = file && (await repositoryOf(git, file));
  if (file === undefined || repository === undefined) return undefined;
  const commit =
    uri.scheme === 'file' ? repository.state.HEAD?.commit : await commitShownIn(git, { uri, file, repository });
  return commit === undefined ? undefined : { repository, file, commit };
}

/** The file on disk of a file or of a `git:` URI; `undefined` for any other URI. */
export function fileOf(uri: Uri): Uri | undefined {
  if (uri.scheme === 'file') return uri;
  const query = uri.scheme === 'git' ? parseGitQuery(uri.query) : undefined;
  return query && Uri.file(query.path);
}

async function commitShownIn(
  { git }: GitApi,
  { uri, file, repository }: { readonly uri: Uri; readonly file: Uri; readonly repository: GitRepository },
): Promise<string | undefined> {
  const query = parseGitQuery(uri.query);
  const isStaged = repository.state.indexChanges.some((change) => change.uri.fsPath === file.fsPath);
  const revision = query && revisionOf(query, isStaged);
  return revision === undefined
    ? undefined
    : resolveCommit({ gitPath: git.path, rootFolder: repository.rootUri.fsPath }, revision);
}
