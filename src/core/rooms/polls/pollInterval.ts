import { doubling } from '../../base/scheduling/backOff.ts';
import { timings } from '../../base/timings.ts';

/** What the interval between two polls depends on. */
export interface PollOptions {
  /** The account to poll for; `undefined` while there is no usable session. */
  readonly accountId: string | undefined;
  readonly isViewVisible: boolean;
  readonly isFocused: boolean;
  /** At least one room is watched and not muted. */
  readonly isWatching: boolean;
  /** The user has worked in an editor of the window in the last minute. */
  readonly isUsed?: boolean;
  /** The configured interval for a focused window; 0 turns polling off. */
  readonly intervalMs: number;
}

/** The last poll, as shared by the windows of a profile. */
export interface PollState {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** Consecutive failures. */
  readonly failureCount: number;
  /** The service asked to wait until this time (`Retry-After`). */
  readonly retryAtMs: number;
}

/** The longest interval after failures. */
const maxBackOffMs = 30 * 60_000;

/** The interval between two polls in milliseconds, without failures; `undefined` when nothing is to be polled. */
export function pollIntervalMs(options: PollOptions): number | undefined {
  const { accountId, intervalMs, isFocused, isViewVisible, isWatching, isUsed } = options;
  if (accountId === undefined || intervalMs <= 0) return undefined;
  const { minIntervalMs, hiddenMs, unfocusedMs, unfocusedWatchingMs, usedMs: leastUsedMs } = timings.roomPolls;
  const usedMs = Math.max(minIntervalMs, intervalMs);
  if (!isFocused) return Math.max(usedMs, isWatching ? unfocusedWatchingMs : unfocusedMs);
  if (isWatching && isUsed) return Math.max(leastUsedMs, intervalMs / 4);
  return isViewVisible || isWatching ? usedMs : Math.max(usedMs, hiddenMs);
}

/** When the next poll is due, in milliseconds since the epoch: the interval doubles with each failure. */
export function nextPollMs({ atMs, failureCount, retryAtMs }: PollState, intervalMs: number): number {
  const pauseMs = doubling(intervalMs, Math.max(intervalMs, maxBackOffMs))(failureCount);
  return Math.max(atMs + pauseMs, retryAtMs);
}
