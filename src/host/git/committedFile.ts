import { Uri } from 'vscode';
import { parseGitQuery, revisionOf } from '../../core/git/gitQuery.ts';
import { resolveCommit } from '../../platform/git/commits.ts';
import type { GitApi, GitRepository } from './gitApi.ts';
import { repositoryOf } from './repositoryOf.ts';

/**
 * The file on disk and the full commit id of a document: the checked-out commit for a file, which does not have to contain
 * it, and the commit of the revision for a `git:` URI. `undefined` for the index, for other
 * documents, and outside of a repository.
 */
export async function committedFileOf(git: GitApi, uri: Uri) {
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
