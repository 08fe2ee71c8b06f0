/** A remote as git has it in its settings. */
export interface GitRemote {
  readonly name: string;
  readonly fetchUrl?: string | undefined;
  readonly pushUrl?: string | undefined;
}

/**
 * The remote that is known to hold a commit: the one of the branch's upstream, else `origin`, else the first.
 * @param refNames the remote-tracking branches that contain the commit, as "origin/main"; remotes may have slashes, too
 */
export function chooseRemote<Remote extends GitRemote>(
  remotes: readonly Remote[],
  refNames: readonly string[],
  upstreamRemote: string | undefined,
): Remote | undefined {
  const holders = remotes.filter((remote) => refNames.some((ref) => remoteOf(ref, remotes) === remote));
  return (
    holders.find(({ name }) => name === upstreamRemote) ?? holders.find(({ name }) => name === 'origin') ?? holders[0]
  );
}

function remoteOf<Remote extends GitRemote>(refName: string, remotes: readonly Remote[]): Remote | undefined {
  const owners = remotes.filter(({ name }) => refName.startsWith(`${name}/`));
  return owners.toSorted((a, b) => b.name.length - a.name.length)[0];
}
