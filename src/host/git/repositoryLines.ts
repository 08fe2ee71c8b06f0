import { relative } from 'node:path';
import type { TextDocument } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import type { EditorLink } from '../../core/git/editorLink.ts';
import { createLineMap, type LineRange } from '../../core/git/lineMap.ts';
import { gitHostKind, type PermalinkTarget, permalink } from '../../core/git/permalink.ts';
import { chooseRemote, type GitRemote, parseRemote } from '../../core/git/remoteUrl.ts';
import { repositoryIdentity } from '../../core/git/repositoryIdentity.ts';
import { settings } from '../vscode/settings.ts';
import { type GitRepository, gitApi } from './gitApi.ts';

/** The commit that contains the lines of an editor unchanged. */
export interface CommittedLines {
  readonly commit: string;
  /** The address of the file, or of lines of the editor at the commit. `undefined` when no known web page shows it. */
  readonly linkTo: (lines?: LineRange) => string | undefined;
}

/** The lines of an editor in their repository. */
export interface RepositoryLines {
  /** Absent if the lines were changed since the commit, or if their numbers in a message could mislead. */
  readonly committed?: CommittedLines;
  /** Where other people find the lines. Absent without a remote. */
  readonly place?: EditorLink;
}

const timeoutMs = 3000;

/**
 * Finds lines in the repository of their file: the checked-out commit if it contains exactly these lines, at the same
 * position or at one that a link can name, and a place that other people can open. `undefined` when the file is not
 * tracked, and when git does not answer in time: sharing continues without.
 */
export async function repositoryLines(
  document: TextDocument,
  ranges: readonly LineRange[],
  log: Log,
): Promise<RepositoryLines | undefined> {
  const timer = Promise.withResolvers<undefined>();
  const timeout = setTimeout(() => {
    log.info('git: no answer in time, shared without a commit');
    timer.resolve(undefined);
  }, timeoutMs);
  try {
    return await Promise.race([lookUp(document, ranges), timer.promise]);
  } catch (error) {
    // Usually a file that the commit does not contain. Git's own message may contain addresses with credentials.
    log.debug(`git: ${String((error as { gitErrorCode?: unknown }).gitErrorCode ?? 'does not have the file')}`);
    return undefined;
  } finally {
    clearTimeout(timeout);
  }
}

async function lookUp(document: TextDocument, ranges: readonly LineRange[]): Promise<RepositoryLines | undefined> {
  if (document.uri.scheme !== 'file') return undefined;
  // The current text, whatever the user types while git runs.
  const text = document.getText();
  const repository = (await gitApi())?.getRepository(document.uri) ?? undefined;
  const commit = repository?.state.HEAD?.commit;
  if (repository === undefined || commit === undefined) return undefined;
  const path = relative(repository.rootUri.fsPath, document.uri.fsPath).replaceAll('\\', '/');
  const [committed, remote] = await Promise.all([
    repository.show(commit, document.uri.fsPath),
    remoteWith(repository, commit),
  ]);
  const placeOf = createLineMap(text, committed);
  const places = ranges.flatMap((range) => placeOf(range) ?? []);
  const isCommitted = places.length === ranges.length;
  const place = placeIn(remote ?? usualRemote(repository), { path, lines: isCommitted ? places : ranges });
  if (!isCommitted) return { ...(place && { place }) };
  const pageOf = pagesOf(remote);
  const linkTo = (lines?: LineRange) => {
    const place = lines && placeOf(lines);
    return pageOf({ commit, path, ...(place && { lines: { start: place.startLine, end: place.endLine } }) });
  };
  // Without a link, the line numbers in the message must be those of the commit.
  const isMoved = ranges.some(({ startLine }, index) => places[index]?.startLine !== startLine);
  const isMisleading = isMoved && linkTo() === undefined;
  return {
    ...(!isMisleading && { committed: { commit, linkTo } }),
    ...(place && { place: { ...place, commit } }),
  };
}

/** The place of lines for other people. Never has the credentials that the URL of a remote may contain. */
function placeIn(remote: GitRemote | undefined, lines: Pick<EditorLink, 'path' | 'lines'>): EditorLink | undefined {
  const identity = remote && repositoryIdentity(urlOf(remote));
  return identity === undefined ? undefined : { ...lines, remote: identity };
}

/** The remote of the upstream branch, else `origin`, else the first. */
function usualRemote({ state: { HEAD, remotes } }: GitRepository): GitRemote | undefined {
  const all = remotes.map(({ name }) => `${name}/`);
  return chooseRemote(remotes, all, HEAD?.upstream?.remote);
}

/** The remote that contains the commit; none when it has not been pushed. */
async function remoteWith(repository: GitRepository, commit: string): Promise<GitRemote | undefined> {
  const { HEAD, remotes } = repository.state;
  const upstream = HEAD?.upstream;
  const isPushed = upstream !== undefined && HEAD?.ahead === 0;
  // Listing the branches that contain a commit can take long in a large repository. Usually the upstream is enough.
  const refs = isPushed
    ? [{ name: `${upstream.remote}/${upstream.name}` }]
    : await repository.getRefs({ contains: commit, pattern: 'refs/remotes' });
  const names = refs.flatMap(({ name }) => name ?? []);
  return chooseRemote(remotes, names, upstream?.remote);
}

/** Creates links to the web pages of a remote. */
function pagesOf(remote: GitRemote | undefined): (target: PermalinkTarget) => string | undefined {
  const address = remote && parseRemote(urlOf(remote));
  const kind = address && gitHostKind(address.host, settings.gitHosts.value);
  return (target) => (address && kind ? permalink(kind, address, target) : undefined);
}

function urlOf({ fetchUrl, pushUrl }: GitRemote): string {
  return fetchUrl ?? pushUrl ?? '';
}
