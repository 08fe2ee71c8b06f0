/** A remote as configured in git. */
export interface GitRemote {
  readonly name: string;
  readonly fetchUrl?: string | undefined;
  readonly pushUrl?: string | undefined;
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
