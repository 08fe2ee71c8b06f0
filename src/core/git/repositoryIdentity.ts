import { azureRepository } from './permalink.ts';
import { parseRemote } from './remoteUrl.ts';

/**
 * The identity of the repository at a remote: host and path in lower case, for example `github.com/team/tides`. It is the
 * same for HTTPS and SSH, and has no credentials and no port. `undefined` for a local path and for invalid URLs.
 */
export function repositoryIdentity(url: string): string | undefined {
  const remote = parseRemote(url);
  if (remote === undefined) return undefined;
  const { host, path } = azureRepository(remote) ?? remote;
  // Bitbucket Server puts `scm` before the project over HTTPS.
  const own = path[0] === 'scm' && path.length === 3 ? path.slice(1) : path;
  return [host.replace(/:\d+$/, ''), ...own].join('/').toLowerCase();
}
