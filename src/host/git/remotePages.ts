import type { EditorLink } from '../../core/git/editorLink.ts';
import { commitPermalink, gitHostKind, type PermalinkTarget, permalink } from '../../core/git/permalink.ts';
import { chooseRemote, type GitRemote, parseRemote, repositoryIdentity } from '../../core/git/remoteUrl.ts';
import { setting } from '../vscode/settings.ts';
import type { GitRepository } from './gitApi.ts';

/** The place of lines for other people. Never has the credentials that the URL of a remote may contain. */
export function placeIn(
  remote: GitRemote | undefined,
  lines: Pick<EditorLink, 'path' | 'lines'>,
): EditorLink | undefined {
  const identity = remote && repositoryIdentity(urlOf(remote));
  return identity === undefined ? undefined : { ...lines, remote: identity };
}

/** The remote of the upstream branch, else `origin`, else the first. */
export function usualRemote({ state: { HEAD, remotes } }: GitRepository): GitRemote | undefined {
  const all = remotes.map(({ name }) => `${name}/`);
  return chooseRemote(remotes, all, HEAD?.upstream?.remote);
}

/** The remote that contains the commit; none when it has not been pushed. */
export async function remoteWith(repository: GitRepository, commit: string): Promise<GitRemote | undefined> {
  const { HEAD, remotes } = repository.state;
  const upstream = HEAD?.upstream;
  const isPushed = upstream !== undefined && HEAD?.ahead === 0 && HEAD.commit === commit;
  // Listing the branches that contain a commit can take long in a large repository. Usually the upstream is enough.
  const refs = isPushed
    ? [{ name: `${upstream.remote}/${upstream.name}` }]
    : await repository.getRefs({ contains: commit, pattern: 'refs/remotes' });
  const names = refs.flatMap(({ name }) => name ?? []);
  return chooseRemote(remotes, names, upstream?.remote);
}

/** Creates links to the web pages of a remote. */
export function pagesOf(remote: GitRemote | undefined): (target: PermalinkTarget) => string | undefined {
  const host = hostOf(remote);
  return (target) => host && permalink(host.kind, host.address, target);
}

/** The address of a remote on a host of a known kind. */
function hostOf(remote: GitRemote | undefined) {
  const address = remote && parseRemote(urlOf(remote));
  const kind = address && gitHostKind(address.host, setting('git.hosts'));
  return kind && { kind, address };
}

function urlOf({ fetchUrl, pushUrl }: GitRemote): string {
  return fetchUrl ?? pushUrl ?? '';
}

/** The web page of a commit; `undefined` when no known one shows it. */
export async function commitPage(repository: GitRepository, commit: string): Promise<string | undefined> {
  const host = hostOf(await remoteWith(repository, commit));
  return host && commitPermalink(host.kind, host.address, commit);
}
