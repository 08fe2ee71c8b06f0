/** The kinds of web pages that show a file at a commit, each with addresses of its own. */
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
 * What kind of pages a host has. `hosts` maps names of self-hosted ones, with or without port, to their kind, and goes
 * before what is known; entries of no known kind are passed over. No host is guessed by its name.
 */
export function gitHostKind(host: string, hosts: Readonly<Record<string, unknown>>): GitHostKind | undefined {
  const bare = host.replace(/:\d+$/, '');
  const set = Object.entries(hosts).find(([name]) => [host, bare].includes(name.trim().toLowerCase()))?.[1];
  return gitHostKinds.find((kind) => kind === set) ?? knownHosts.find(([pattern]) => pattern.test(bare))?.[1];
}
