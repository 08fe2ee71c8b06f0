import type { Room } from '../api/resources.ts';
import type { PollState } from './pollInterval.ts';

/** A poll as one window stores it for the others. */
export interface SharedPoll extends PollState {
  /** The first page of rooms; empty after a failure. */
  readonly rooms: readonly Room[];
  /** There are no other rooms. */
  readonly isComplete: boolean;
}

/** The last poll of each account, shared by all windows of a profile. */
export interface SharedPolls {
  /** `undefined` when no window has polled for this account yet, or when the record cannot be used. */
  read(accountId: string): Promise<SharedPoll | undefined>;
  write(accountId: string, poll: SharedPoll): Promise<void>;
  /** Runs `poll` in one window at a time; does nothing when another window takes too long. */
  withLock(accountId: string, poll: () => Promise<void>): Promise<void>;
}
