import { encodePath } from '../base/paths.ts';
import type { RemoteAddress } from './remoteUrl.ts';

/** Lines of a file at a commit. */
export interface PermalinkTarget {
  /** The full commit id, in hexadecimal. */
  readonly commit: string;
  /** Relative to the root of the repository, separated by `/`. */
  readonly path: string;
  /** 1-based, both inclusive. Without lines the link refers to the file. */
  readonly lines?: { readonly start: number; readonly end: number };
}

/** The URL of lines on the web pages of a git host. `undefined` if the remote does not match that kind. */
export function permalink(kind: GitHostKind, remote: RemoteAddress, target: PermalinkTarget): string | undefined {
  return isCommitId(target.commit) ? writers[kind](remote, target) : undefined;
}

/** Whether a text is the full id of a commit. */
export function isCommitId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

type Writer = (remote: RemoteAddress, target: PermalinkTarget) => string | undefined;

const writers: Readonly<Record<GitHostKind, Writer>> = {
  github: (remote, { commit, path, lines }) =>
    remote.path.length === 2
      ? `${webRoot(remote)}/blob/${commit}/${encodePath(path)}${sourceQuery(path, lines, 'plain=1')}${hash(lines, 'L', '-L')}`
      : undefined,
  gitlab: (remote, { commit, path, lines }) =>
    remote.path.length >= 2
      ? `${webRoot(remote)}/-/blob/${commit}/${encodePath(path)}${sourceQuery(path, lines, 'plain=1')}${hash(lines, 'L', '-')}`
      : undefined,
  gitea: (remote, { commit, path, lines }) =>
    remote.path.length >= 2
      ? `${webRoot(remote)}/src/commit/${commit}/${encodePath(path)}${sourceQuery(path, lines, 'display=source')}${hash(lines, 'L', '-L')}`
      : undefined,
  bitbucket: (remote, { commit, path, lines }) =>
    remote.path.length === 2
      ? `${webRoot(remote)}/src/${commit}/${encodePath(path)}${hash(lines, 'lines-', ':')}`
      : undefined,
  bitbucketServer: bitbucketServerLink,
  azure: azureLink,
};

/**
 * "scm/PROJECT/repo" over HTTPS, "PROJECT/repo" over SSH, optionally below a context path; `~name` is a personal
 * project.
 */
function bitbucketServerLink(remote: RemoteAddress, { commit, path, lines }: PermalinkTarget): string | undefined {
  const page = bitbucketServerPage(remote);
  return page && `${page}/browse/${encodePath(path)}?at=${commit}${hash(lines, '', '-')}`;
}

/** The web page of a repository of Bitbucket Server. `undefined` for any other remote. */
export function bitbucketServerPage(remote: RemoteAddress): string | undefined {
  const at = remote.path.indexOf('scm');
  const [project, repository, ...more] = at < 0 ? remote.path : remote.path.slice(at + 1);
  if (project === undefined || repository === undefined || more.length > 0) return undefined;
  const before = at < 0 ? [] : remote.path.slice(0, at);
  const owner = project.startsWith('~') ? ['users', project.slice(1)] : ['projects', project];
  return webRoot({ ...remote, path: [...before, ...owner, 'repos', repository] });
}

/**
 * Over SSH "v3/organization/project/repo"; older organizations have their own host. The page highlights up to a column.
 */
function azureLink(remote: RemoteAddress, { commit, path, lines }: PermalinkTarget): string | undefined {
  const repository = azureRepository(remote);
  if (repository === undefined) return undefined;
  const marked = lines && `&line=${lines.start}&lineEnd=${lines.end + 1}&lineStartColumn=1&lineEndColumn=1`;
  const query = `?path=/${encodePath(path)}&version=GC${commit}${marked ? `${marked}&lineStyle=plain` : ''}&_a=contents`;
  return webRoot(repository) + query;
}

/** The address of an Azure repository in its HTTPS form. `undefined` for any other remote. */
export function azureRepository(remote: RemoteAddress): RemoteAddress | undefined {
  const [version, organization, project, repository, ...more] = remote.path;
  if (version !== 'v3') return remote.path.includes('_git') ? remote : undefined;
  if (organization === undefined || project === undefined || repository === undefined || more.length > 0)
    return undefined;
  const isOld = remote.host === 'vs-ssh.visualstudio.com';
  const path = [project, '_git', repository];
  return isOld
    ? { ...remote, host: `${organization.toLowerCase()}.visualstudio.com`, path }
    : { ...remote, path: [organization, ...path] };
}

/** The web page of a remote, for the hosts where it has the path of the remote. */
export function webRoot({ scheme, host, path }: RemoteAddress): string {
  return `${scheme}://${host}/${encodePath(path.join('/'))}`;
}

/** Rendered Markdown has no line anchors, so the source view is requested. */
function sourceQuery(path: string, lines: PermalinkTarget['lines'], query: string): string {
  return lines && /\.(?:md|markdown|mdx|rst|adoc|asciidoc|org|ipynb)$/i.test(path) ? `?${query}` : '';
}

function hash(lines: PermalinkTarget['lines'], before: string, between: string): string {
  if (lines === undefined) return '';
  return `#${before}${lines.start}${lines.end > lines.start ? `${between}${lines.end}` : ''}`;
}

/** The git hosts with a known URL format for files at a commit. */
export const gitHostKinds = ['github', 'gitlab', 'bitbucket', 'bitbucketServer', 'azure', 'gitea'] as const;

export type GitHostKind = (typeof gitHostKinds)[number];

const knownHosts: readonly (readonly [RegExp, GitHostKind])[] = [
  [/^github\.com$|^[a-z0-9-]+\.ghe\.com$/, 'github'],
  [/^gitlab\.com$/, 'gitlab'],
  [/^bitbucket\.org$/, 'bitbucket'],
  [/^dev\.azure\.com$|^(?:[a-z0-9-]+\.|vs-ssh\.)visualstudio\.com$/, 'azure'],
  [/^(?:codeberg\.org|gitea\.com)$/, 'gitea'],
];

/**
 * The kind of a git host. `hosts` maps self-hosted names, with or without port, to a kind and takes precedence; entries
 * of unknown kinds are ignored. The kind is never guessed from the name.
 */
export function gitHostKind(host: string, hosts: Readonly<Record<string, unknown>>): GitHostKind | undefined {
  const bare = host.replace(/:\d+$/, '');
  const set = Object.entries(hosts).find(([name]) => [host, bare].includes(name.trim().toLowerCase()))?.[1];
  return gitHostKinds.find((kind) => kind === set) ?? knownHosts.find(([pattern]) => pattern.test(bare))?.[1];
}
