import { azureRepository, bitbucketServerPage, type GitHostKind, isCommitId, webRoot } from './permalink.ts';
import type { RemoteAddress } from './remoteUrl.ts';

/** The URL of a commit on the web pages of a git host. `undefined` if the remote does not match that kind. */
export function commitPermalink(kind: GitHostKind, remote: RemoteAddress, commit: string): string | undefined {
  const page = isCommitId(commit) ? commitPages[kind](remote) : undefined;
  return page && `${page}/${commit}`;
}

const commitPages: Readonly<Record<GitHostKind, (remote: RemoteAddress) => string | undefined>> = {
  github: (remote) => (remote.path.length === 2 ? `${webRoot(remote)}/commit` : undefined),
  gitlab: (remote) => (remote.path.length >= 2 ? `${webRoot(remote)}/-/commit` : undefined),
  gitea: (remote) => (remote.path.length >= 2 ? `${webRoot(remote)}/commit` : undefined),
  bitbucket: (remote) => (remote.path.length === 2 ? `${webRoot(remote)}/commits` : undefined),
  bitbucketServer(remote) {
    const page = bitbucketServerPage(remote);
    return page && `${page}/commits`;
  },
  azure(remote) {
    const repository = azureRepository(remote);
    return repository && `${webRoot(repository)}/commit`;
  },
};
