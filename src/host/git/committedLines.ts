import { relative } from 'node:path';
import type { TextDocument } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { chooseRemote } from '../../core/git/chooseRemote.ts';
import { gitHostKind } from '../../core/git/gitHosts.ts';
import { createLineMap, type LineRange } from '../../core/git/lineMap.ts';
import { type PermalinkTarget, permalink } from '../../core/git/permalink.ts';
import { parseRemote } from '../../core/git/remoteUrl.ts';
import { settings } from '../vscode/settings.ts';
import { type GitRepository, gitApi } from './gitApi.ts';

/** The commit that contains the lines of an editor unchanged. */
export interface CommittedLines {
  readonly commit: string;
  /** The address of the file, or of lines of the editor at the commit. `undefined` when no known web page shows it. */
  readonly linkTo: (lines?: LineRange) => string | undefined;
}

const timeoutMs = 3000;

/**
 * Returns the checked-out commit if it contains exactly these lines, at the same position or at one that a link can name.
 * `undefined` when the lines were changed, when the file is not tracked, and when git does not answer in time: sharing
 * continues without a commit.
 */
export async function committedLines(
  document: TextDocument,
  ranges: readonly LineRange[],
  log: Log,
): Promise<CommittedLines | undefined> {
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

async function lookUp(document: TextDocument, ranges: readonly LineRange[]): Promise<CommittedLines | undefined> {
  if (document.uri.scheme !== 'file') return undefined;
  // The current text, whatever the user types while git runs.
  const text = document.getText();
  const repository = (await gitApi())?.getRepository(document.uri) ?? undefined;
  const commit = repository?.state.HEAD?.commit;
  if (repository === undefined || commit === undefined) return undefined;
  const path = relative(repository.rootUri.fsPath, document.uri.fsPath).replaceAll('\\', '/');
  const [committed, pageOf] = await Promise.all([
    repository.show(commit, document.uri.fsPath),
    pageOfCommit(repository, commit),
  ]);
  const placeOf = createLineMap(text, committed);
  const places = ranges.map(placeOf);
  if (places.includes(undefined)) return undefined;
  const linkTo = (lines?: LineRange) => {
    const place = lines && placeOf(lines);
    return pageOf({ commit, path, ...(place && { lines: { start: place.startLine, end: place.endLine } }) });
  };
  // Without a link, the line numbers in the message must be those of the commit.
  const isMoved = ranges.some(({ startLine }, index) => places[index]?.startLine !== startLine);
  return isMoved && linkTo() === undefined ? undefined : { commit, linkTo };
}

/** Creates links to the remote that contains the commit; none when it has not been pushed. */
async function pageOfCommit(
  repository: GitRepository,
  commit: string,
): Promise<(target: PermalinkTarget) => string | undefined> {
  const { HEAD, remotes } = repository.state;
  const upstream = HEAD?.upstream;
  const isPushed = upstream !== undefined && HEAD?.ahead === 0;
  // Listing the branches that contain a commit can take long in a large repository. Usually the upstream is enough.
  const refs = isPushed
    ? [{ name: `${upstream.remote}/${upstream.name}` }]
    : await repository.getRefs({ contains: commit, pattern: 'refs/remotes' });
  const names = refs.flatMap(({ name }) => name ?? []);
  const remote = chooseRemote(remotes, names, upstream?.remote);
  const address = parseRemote(remote?.fetchUrl ?? remote?.pushUrl ?? '');
  const kind = address && gitHostKind(address.host, settings.gitHosts.value);
  return (target) => (address && kind ? permalink(kind, address, target) : undefined);
}
