import { isLoopbackHost } from '../base/loopback.ts';
import { decodeUrlPart } from '../base/paths.ts';

/** The address of a remote without credentials. */
export interface RemoteAddress {
  /** Lower case, with a port only if the web pages use it. */
  readonly host: string;
  /** Decoded, without `.git`: `['owner', 'repository']`. */
  readonly path: readonly string[];
  /** The scheme of the web pages. */
  readonly scheme: 'https' | 'http';
}

// SSH host names mapped to the web host of the same service.
const webHosts: ReadonlyMap<string, string> = new Map([
  ['ssh.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
  ['ssh.dev.azure.com', 'dev.azure.com'],
  ['www.github.com', 'github.com'],
  ['www.gitlab.com', 'gitlab.com'],
  ['www.bitbucket.org', 'bitbucket.org'],
]);

/** The names that SSH connects to, by the names in addresses. */
export type SshHosts = ReadonlyMap<string, string>;

interface RemoteParts extends Pick<RemoteAddress, 'host' | 'scheme'> {
  readonly pathname: string;
  readonly isSsh: boolean;
}

const maxLength = 2_000;

const hostPattern = /^(?:[a-z0-9]([a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d+)?$/;

/**
 * Parses the URL of a git remote in its HTTPS, SSH and `user@host:path` forms. User names, passwords and tokens are
 * dropped here, so that later code cannot reveal them. `undefined` for a local path and for invalid URLs.
 */
export function parseRemote(url: string, hosts: SshHosts = new Map()): RemoteAddress | undefined {
  const parts = partsOf(url);
  if (parts === undefined) return undefined;
  const { host, scheme, pathname, isSsh } = parts;
  const name = ((isSsh ? hosts.get(host) : undefined) ?? host).toLowerCase();
  const path = pathname
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decodeUrlPart);
  const isPath = path.length > 0 && path.every((part) => part !== undefined && part !== '.' && part !== '..');
  if (!isPath || !hostPattern.test(name)) return undefined;
  return { host: webHosts.get(name) ?? name, path: path as string[], scheme };
}

/**
 * The name in an SSH address, which the configuration of SSH can give another meaning. It is safe as an argument of a
 * program. `undefined` for any other address.
 */
export function sshHostOf(url: string): string | undefined {
  const { isSsh = false, host = '' } = partsOf(url) ?? {};
  return isSsh && /^[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?$/i.test(host) ? host : undefined;
}

function partsOf(url: string): RemoteParts | undefined {
  if (url.length > maxLength) return undefined;
  const text = url.trim();
  if (/[\s\p{Cc}\\]/u.test(text)) return undefined;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    const parsed = URL.parse(text);
    return parsed === null ? undefined : ofUrl(parsed);
  }
  // A single letter is a Windows drive, and text with a slash before the colon is a path.
  const scp = /^(?:[^@/:]+@)?(?:\[([^\]/@]+)\]|([^@/:[\]]{2,})):(?!\/\/)(?!:)(.+)$/.exec(text);
  const [, bracketed, plain, pathname = ''] = scp ?? [];
  // In brackets is a name with a port, or an address of IPv6.
  const isAddress = bracketed !== undefined && /:.*:/.test(bracketed);
  const host = isAddress ? URL.parse(`https://[${bracketed}]`)?.hostname : (bracketed?.replace(/:\d+$/, '') ?? plain);
  return host === undefined ? undefined : { host, pathname, scheme: 'https', isSsh: true };
}

function ofUrl({ protocol, hostname, host, pathname }: URL): RemoteParts | undefined {
  if (protocol === 'https:') return { host, pathname, scheme: 'https', isSsh: false };
  if (protocol === 'http:') return { host, pathname, scheme: 'http', isSsh: false };
  const isSsh = protocol === 'ssh:' || protocol === 'git+ssh:';
  // The port of the SSH or git server is not that of the web pages.
  return isSsh || protocol === 'git:' ? { host: hostname, pathname, scheme: 'https', isSsh } : undefined;
}

/**
 * The address of an Azure repository in its HTTPS form. `undefined` for any other remote. Over SSH it is
 * "v3/organization/project/repo"; older organizations have their own host.
 */
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

/**
 * The identity of the repository at a remote: host and path in lower case, for example `github.com/team/tides`. It is the
 * same for HTTPS and SSH, and for two names of one server, and has no credentials and no port. `undefined` on this
 * computer.
 */
export function identityOf(remote: RemoteAddress): string | undefined {
  const { host, path } = azureRepository(remote) ?? remote;
  const name = host.replace(/:\d+$/, '').toLowerCase();
  // Bitbucket Server puts `scm` before the project over HTTPS.
  const own = path[0] === 'scm' && path.length === 3 ? path.slice(1) : path;
  return isLoopbackHost(name) ? undefined : sameIdentity([name, ...own].join('/').toLowerCase());
}

/** The identity under the newer name of its server: Azure DevOps has two, and may leave out what is repeated. */
export function sameIdentity(identity: string): string {
  const [host = '', ...path] = identity.split('/');
  const [, organization] = /^([a-z0-9-]+)\.visualstudio\.com$/.exec(host) ?? [];
  const own =
    organization === undefined ? path : [organization, ...path.filter((part) => part !== 'defaultcollection')];
  if (organization === undefined && host !== 'dev.azure.com') return identity;
  const [first = '', mark, repository] = own;
  const whole = mark === '_git' && repository !== undefined ? [first, repository, mark, repository] : own;
  return ['dev.azure.com', ...whole].join('/');
}

/** A remote as configured in git. */
export interface GitRemote {
  readonly name: string;
}

/**
 * Chooses a remote that contains a commit: that of the upstream branch, else `origin`, else the first.
 * @param refNames the remote-tracking branches that contain the commit, for example "origin/main"; names of remotes may
 *   contain slashes
 */
export function chooseRemote<Remote extends GitRemote>(
  remotes: readonly Remote[],
  refNames: readonly string[],
  upstreamRemote: string | undefined,
): Remote | undefined {
  const candidates = remotes.filter((remote) => refNames.some((ref) => remoteOf(ref, remotes) === remote));
  return (
    candidates.find(({ name }) => name === upstreamRemote) ??
    candidates.find(({ name }) => name === 'origin') ??
    candidates[0]
  );
}

function remoteOf<Remote extends GitRemote>(refName: string, remotes: readonly Remote[]): Remote | undefined {
  const owners = remotes.filter(({ name }) => refName.startsWith(`${name}/`));
  return owners.toSorted((a, b) => b.name.length - a.name.length)[0];
}
