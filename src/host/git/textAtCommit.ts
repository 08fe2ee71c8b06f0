import type { Uri } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { gitApi } from './gitApi.ts';

/** The user waits for what is compared; without the commit it is compared less exactly. */
const patienceMs = 10_000;

/**
 * The text of a file of the workspace as a commit has it. `undefined` where its repository lacks the commit or the commit
 * the file, where there is no Git, and when git does not answer in time.
 * @param commit an id in hexadecimal, or the beginning of one; a message named it
 */
export async function textAtCommit(file: Uri, commit: string, log: Log): Promise<string | undefined> {
  if (file.scheme !== 'file') return undefined;
  const timer = Promise.withResolvers<undefined>();
  const timeout = setTimeout(() => timer.resolve(undefined), patienceMs);
  try {
    const repository = (await gitApi())?.getRepository(file);
    return await Promise.race([repository?.show(commit, file.fsPath), timer.promise]);
  } catch (error) {
    // Git's own words may hold addresses with credentials.
    log.debug(`git: ${String((error as { gitErrorCode?: unknown }).gitErrorCode ?? 'does not have the commit')}`);
    return undefined;
  } finally {
    clearTimeout(timeout);
  }
}
