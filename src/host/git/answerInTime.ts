import type { Log } from '../../core/base/log.ts';

const timeoutMs = 3000;

/**
 * What git knows of something that is shared. `undefined` when git fails or does not answer in time: sharing continues
 * without.
 */
export async function answerInTime<T>(lookUp: () => Promise<T>, log: Log): Promise<T | undefined> {
  const timer = Promise.withResolvers<undefined>();
  const timeout = setTimeout(() => {
    log.info('git: no answer in time, shared without a commit');
    timer.resolve(undefined);
  }, timeoutMs);
  try {
    return await Promise.race([lookUp(), timer.promise]);
  } catch (error) {
    // Usually a file that the commit does not contain. Git's own message may contain addresses with credentials.
    log.debug(`git: ${String((error as { gitErrorCode?: unknown }).gitErrorCode ?? 'does not have the file')}`);
    return undefined;
  } finally {
    clearTimeout(timeout);
  }
}
