import type { Clock } from '../../core/base/clock.ts';

/** A folder on a network drive that is gone answers after minutes. */
export const folderLimitMs = 1000;

/** What is found in a folder, or another value if that takes too long. */
export async function inTime<T>(clock: Pick<Clock, 'startTimer'>, work: Promise<T>, otherwise: T): Promise<T> {
  const limit = Promise.withResolvers<T>();
  const timer = clock.startTimer(folderLimitMs, () => limit.resolve(otherwise));
  try {
    return await Promise.race([work, limit.promise]);
  } finally {
    timer.dispose();
  }
}
