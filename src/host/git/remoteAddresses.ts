import { type ConfigEntry, parseConfigOutput, remoteKeys } from '../../core/git/gitConfig.ts';
import { gitHostKind } from '../../core/git/permalink.ts';
import { parseRemote, type RemoteAddress, type SshHosts, sshHostOf } from '../../core/git/remoteUrl.ts';
import { type AskSsh, askSsh } from '../../platform/ssh/askSsh.ts';
import { runGit } from './runGit.ts';

/** Git only reads files. */
const timeoutMs = 2000;

/**
 * What the configuration says about remotes: that of a repository with its user's, or in another folder the user's only.
 * Git reads files for it and starts nothing.
 */
export async function remoteConfig(gitPath: string, folder: string): Promise<readonly ConfigEntry[]> {
  const args = ['config', '--null', '--get-regexp', remoteKeys];
  // Exit code 1: there are none.
  const { output } = await runGit({ gitPath, rootFolder: folder }, args, { expected: [1], timeoutMs });
  return parseConfigOutput(output.toString());
}

/** Asks SSH once for each name. */
export function createSshNames(ask: AskSsh = askSsh): AskSsh {
  const known = new Map<string, Promise<string>>();
  return (name) => {
    const asked = known.get(name) ?? ask(name);
    known.set(name, asked);
    return asked;
  };
}

/** The addresses of remotes, without credentials, with the hosts that SSH connects to. Local paths are left out. */
export async function remoteAddresses(
  urls: readonly string[],
  nameOf: AskSsh = createSshNames(),
): Promise<readonly RemoteAddress[]> {
  // The name of a public server is not used for another one.
  const names = urls.flatMap((url) => sshHostOf(url) ?? []).filter((name) => gitHostKind(name, {}) === undefined);
  const hosts: SshHosts = new Map(
    await Promise.all([...new Set(names)].map(async (name) => [name, await nameOf(name)] as const)),
  );
  return urls.flatMap((url) => parseRemote(url, hosts) ?? []);
}
