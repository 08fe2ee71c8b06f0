import type { Room } from '../api/resources.ts';
import type { PollState } from './pollInterval.ts';

export interface SharedPoll extends PollState {
  /** The first page of rooms; empty after a failure. */
  readonly rooms: readonly Room[];
  /** The page contains all rooms. */
  readonly isComplete: boolean;
}

/** The last poll of each account, shared by all windows of a profile. */
export interface SharedPolls {
  /** `undefined` when no window has polled for this account, or when the record is not valid. */
  read(accountId: string): Promise<SharedPoll | undefined>;
  write(accountId: string, poll: SharedPoll): Promise<void>;
  /** Runs `poll` in one window at a time. Does nothing when another window holds the lock for too long. */
  withLock(accountId: string, poll: () => Promise<void>): Promise<void>;
}
