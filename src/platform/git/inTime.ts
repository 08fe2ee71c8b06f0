import type { Clock } from '../../core/base/clock.ts';
import { withTimeLimit } from '../../core/base/scheduling/timeLimit.ts';

/** A folder on a network drive that is gone answers after minutes. */
export const folderLimitMs = 1000;

/** What is found in a folder; nothing if that fails or takes too long. */
export function inTime<T>(clock: Pick<Clock, 'startTimer'>, work: Promise<readonly T[]>): Promise<readonly T[]> {
  return withTimeLimit({ clock, limitMs: folderLimitMs }, () => work).catch(() => []);
}
