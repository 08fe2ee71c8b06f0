import { timings } from '../base/timings.ts';

/** What the interval between two polls depends on. */
export interface PollOptions {
  /** The account to poll for; `undefined` while there is no usable session. */
  readonly accountId: string | undefined;
  readonly isViewVisible: boolean;
  readonly isFocused: boolean;
  /** At least one room is watched and not muted. */
  readonly isWatching: boolean;
  /** The interval of the settings, for a window in use; 0 turns polling off. */
  readonly intervalMs: number;
}

/** What the windows of a profile know of the last poll. */
export interface PollState {
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  /** Failures in a row. */
  readonly failureCount: number;
  /** The service asked to wait until then. */
  readonly retryAtMs: number;
}

/** Failures do not make the pause longer than this. */
const maxBackOffMs = 30 * 60_000;

/** The pause between two polls in milliseconds, without failures; `undefined` when there is nothing to poll for. */
export function pollIntervalMs(options: PollOptions): number | undefined {
  const { accountId, intervalMs, isFocused, isViewVisible, isWatching } = options;
  if (accountId === undefined || intervalMs <= 0) return undefined;
  const { minIntervalMs, hiddenMs, unfocusedMs, unfocusedWatchingMs } = timings.roomPolls;
  const usedMs = Math.max(minIntervalMs, intervalMs);
  if (!isFocused) return Math.max(usedMs, isWatching ? unfocusedWatchingMs : unfocusedMs);
  return isViewVisible || isWatching ? usedMs : Math.max(usedMs, hiddenMs);
}

/** When the next poll is due, in milliseconds since the epoch: the interval doubles with each failure. */
export function nextPollMs({ atMs, failureCount, retryAtMs }: PollState, intervalMs: number): number {
  const pauseMs = Math.min(intervalMs * 2 ** failureCount, Math.max(intervalMs, maxBackOffMs));
  return Math.max(atMs + pauseMs, retryAtMs);
}
