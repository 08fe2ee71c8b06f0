import { SerialQueue } from '../../core/base/scheduling/concurrency.ts';
import { type ConfigEntry, parseConfigOutput, remoteKeys } from '../../core/git/gitConfig.ts';
import { gitHostKind } from '../../core/git/permalink.ts';
import { parseRemote, type RemoteAddress, type SshHosts, sshHostOf } from '../../core/git/remoteUrl.ts';
import { type AskSsh, askSsh } from '../ssh/askSsh.ts';
import { gitText } from './runGit.ts';

/** Git only reads files. */
const timeoutMs = 2000;

/**
 * What the configuration says about remotes: that of a repository with its user's, or in another folder the user's only.
 * Git reads files for it and starts nothing.
 */
export async function remoteConfig(gitPath: string, folder: string): Promise<readonly ConfigEntry[]> {
  const args = ['config', '--null', '--get-regexp', remoteKeys];
  // Exit code 1: there are none.
  return parseConfigOutput(await gitText({ gitPath, rootFolder: folder }, args, { expected: [1], timeoutMs }));
}

/** A configuration, which other people may have written, can name thousands. Each costs a process. */
const maxNames = 20;
const maxProcesses = 4;

/**
 * Asks SSH once for each name, for a few at a time. More names than a user has are not resolved about, and none after the
 * signal.
 */
export function createSshNames(ask: AskSsh = askSsh, signal?: AbortSignal): AskSsh {
  const known = new Map<string, Promise<string>>();
  const queues = Array.from({ length: maxProcesses }, () => new SerialQueue());
  return (name) => {
    const earlier = known.get(name);
    if (earlier !== undefined || known.size >= maxNames) return earlier ?? Promise.resolve(name);
    const queue = queues[known.size % maxProcesses] ?? new SerialQueue();
    const resolved = queue.run(async () => (signal?.aborted ? name : ask(name, signal)));
    known.set(name, resolved);
    return resolved;
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
