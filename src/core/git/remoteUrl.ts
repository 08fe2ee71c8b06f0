/** Where a remote lives, without anything that could be a credential. */
export interface RemoteAddress {
  /** Lower case, with a port only where the web pages are known to be at it. */
  readonly host: string;
  /** Decoded, without `.git`: `['owner', 'repository']`. */
  readonly path: readonly string[];
  /** Of the web pages. */
  readonly scheme: 'https' | 'http';
}

// The same service under the name of its SSH server.
const webHosts: ReadonlyMap<string, string> = new Map([
  ['ssh.github.com', 'github.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
  ['ssh.dev.azure.com', 'dev.azure.com'],
]);

/**
 * Reads the address of a git remote in its HTTPS, SSH and `user@host:path` forms. User names, passwords and tokens are
 * dropped here, so that nothing behind can show them. `undefined` for a path of the disk and for what cannot be understood.
 */
export function parseRemote(url: string): RemoteAddress | undefined {
  const text = url.trim();
  if (/[\s\p{Cc}\\]/u.test(text)) return undefined;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    const parsed = URL.parse(text);
    return parsed === null ? undefined : ofUrl(parsed);
  }
  // One letter is a drive of Windows, and what holds a slash before the colon is a path.
  const scp = /^(?:[^@/:]+@)?(?:\[([^\]/@]+)\]|([^@/:[\]]{2,})):(?!\/\/)(.+)$/.exec(text);
  const [, bracketed, plain, path = ''] = scp ?? [];
  const host = bracketed?.replace(/:\d+$/, '') ?? plain;
  return host === undefined ? undefined : addressOf(host, path, 'https');
}

function ofUrl({ protocol, hostname, host, pathname }: URL): RemoteAddress | undefined {
  switch (protocol) {
    case 'https:':
    case 'http:':
      return addressOf(host, pathname, protocol === 'http:' ? 'http' : 'https');
    case 'ssh:':
    case 'git+ssh:':
    case 'git:':
      // Its port is that of another server than the web pages'.
      return addressOf(hostname, pathname, 'https');
    default:
      return undefined;
  }
}

function addressOf(host: string, pathname: string, scheme: RemoteAddress['scheme']): RemoteAddress | undefined {
  const name = host.toLowerCase();
  if (!/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?(:\d+)?$/.test(name)) return undefined;
  const path = pathname
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  if (path.length === 0 || path.some((part) => part === undefined || part === '.' || part === '..')) return undefined;
  return { host: webHosts.get(name) ?? name, path: path as string[], scheme };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
