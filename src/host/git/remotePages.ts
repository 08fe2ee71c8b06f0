import { type EditorLink, maxRemotes } from '../../core/git/editorLink.ts';
import { remotesIn } from '../../core/git/gitConfig.ts';
import { commitPermalink, gitHostKind, type PermalinkTarget, permalink } from '../../core/git/permalink.ts';
import { chooseRemote, identityOf, type RemoteAddress } from '../../core/git/remoteUrl.ts';
import { createSshNames, remoteAddresses, remoteConfig } from '../../platform/git/remoteAddresses.ts';
import { setting } from '../vscode/settings.ts';
import { type GitRepository, gitPath } from './gitApi.ts';

/** A remote of a repository, as other people know it. */
export interface KnownRemote {
  readonly name: string;
  /** Without credentials and the user's own names for servers. The first is that for fetching. */
  readonly addresses: readonly RemoteAddress[];
}

/** The remotes of a repository after what the user's configuration makes of their addresses. */
export async function knownRemotes({ rootUri, state }: GitRepository): Promise<readonly KnownRemote[]> {
  const path = await gitPath();
  const config = path && (await remoteConfig(path, rootUri.fsPath).catch(() => undefined));
  const known = state.remotes.map(({ name, fetchUrl, pushUrl }) => {
    return { name, urls: [fetchUrl, pushUrl].flatMap((url) => url ?? []) };
  });
  const nameOf = createSshNames();
  const remotes = config === undefined || config === '' ? known : remotesIn(config);
  return Promise.all(remotes.map(async ({ name, urls }) => ({ name, addresses: await remoteAddresses(urls, nameOf) })));
}

/** The identities of the repositories at these remotes. */
export function identitiesOf(remotes: readonly KnownRemote[]): readonly string[] {
  return remotes.flatMap(({ addresses }) => addresses.flatMap((address) => identityOf(address) ?? []));
}

/** The place of lines for other people, with all remotes of a repository, the one with the lines first. */
export function placeIn(
  { remotes, first }: { readonly remotes: readonly KnownRemote[]; readonly first: KnownRemote | undefined },
  lines: Pick<EditorLink, 'path' | 'lines' | 'cell'>,
): EditorLink | undefined {
  const identities = new Set(identitiesOf([...(first ? [first] : []), ...remotes]));
  const [remote, ...others] = [...identities].slice(0, maxRemotes);
  return remote === undefined ? undefined : { ...lines, remote, ...(others.length > 0 && { others }) };
}

/** The remote of the upstream branch, else `origin`, else the first. */
export function usualRemote({ state }: GitRepository, remotes: readonly KnownRemote[]): KnownRemote | undefined {
  const all = remotes.map(({ name }) => `${name}/`);
  return chooseRemote(remotes, all, state.HEAD?.upstream?.remote);
}

/** The remote that contains the commit; none when it has not been pushed. */
export async function remoteWith(
  repository: GitRepository,
  commit: string,
  remotes: readonly KnownRemote[],
): Promise<KnownRemote | undefined> {
  const { HEAD } = repository.state;
  const upstream = HEAD?.upstream;
  // A branch may follow one of this repository, whose remote is then ".".
  const isOfRemote = upstream !== undefined && upstream.remote !== '.';
  const isPushed = isOfRemote && HEAD?.ahead === 0 && HEAD.commit === commit;
  // Listing the branches that contain a commit can take long in a large repository. Usually the upstream is enough.
  const refs = isPushed
    ? [{ name: `${upstream.remote}/${upstream.name}` }]
    : await repository.getRefs({ contains: commit, pattern: 'refs/remotes' });
  const names = refs.flatMap(({ name }) => name ?? []);
  return chooseRemote(remotes, names, upstream?.remote);
}

/** Creates links to the web pages of a remote. */
export function pagesOf(remote: KnownRemote | undefined): (target: PermalinkTarget) => string | undefined {
  const host = hostOf(remote);
  return (target) => host && permalink(host.kind, host.address, target);
}

/** The address of a remote on a host of a known kind. */
function hostOf(remote: KnownRemote | undefined) {
  const [address] = remote?.addresses ?? [];
  const kind = address && gitHostKind(address.host, setting('git.hosts'));
  return kind && { kind, address };
}

/** The web page of a commit; `undefined` when no known one shows it. */
export async function commitPage(repository: GitRepository, commit: string): Promise<string | undefined> {
  const host = hostOf(await remoteWith(repository, commit, await knownRemotes(repository)));
  return host && commitPermalink(host.kind, host.address, commit);
}
