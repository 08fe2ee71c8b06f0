import { execFile } from 'node:child_process';
import { homedir } from 'node:os';

/** The name that SSH connects to for a name in its configuration; the same name where SSH gives no answer. */
export type AskSsh = (name: string, signal?: AbortSignal) => Promise<string>;

const timeoutMs = 2000;

/**
 * Asks by `ssh -G`, which prints the configuration for a host and connects to nothing.
 * @param name as `sshHostOf` returns it: of characters of host names only, and none that begins an option
 */
export const askSsh: AskSsh = (name, signal) => {
  const { promise, resolve } = Promise.withResolvers<string>();
  // Windows looks for programs in the current folder first, which must not be one of a repository.
  const options = { cwd: homedir(), timeout: timeoutMs, windowsHide: true, signal };
  const child = execFile('ssh', ['-G', '--', name], options, (_, output) => {
    resolve(/^hostname (\S+)\r?$/m.exec(output)?.[1] ?? name);
  });
  child.stdin?.end();
  return promise;
};
