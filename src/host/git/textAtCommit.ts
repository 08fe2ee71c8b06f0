import type { Uri } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { gitApi } from './gitApi.ts';

/** The user waits for the comparison, which works without the commit, only less exactly. */
const timeoutMs = 10_000;

/**
 * The text of a workspace file at a commit. `undefined` when the repository does not contain the commit or the commit does
 * not contain the file, without Git, and when git does not answer in time.
 * @param commit a hexadecimal id or its beginning, from a message
 */
export async function textAtCommit(file: Uri, commit: string, log: Log): Promise<string | undefined> {
  if (file.scheme !== 'file') return undefined;
  const timer = Promise.withResolvers<undefined>();
  const timeout = setTimeout(() => timer.resolve(undefined), timeoutMs);
  try {
    const repository = (await gitApi())?.getRepository(file);
    return await Promise.race([repository?.show(commit, file.fsPath), timer.promise]);
  } catch (error) {
    // Git's own message may contain addresses with credentials.
    log.debug(`git: ${String((error as { gitErrorCode?: unknown }).gitErrorCode ?? 'does not have the commit')}`);
    return undefined;
  } finally {
    clearTimeout(timeout);
  }
}
