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
