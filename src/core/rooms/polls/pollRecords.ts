import type { Room } from '../../api/resources.ts';
import { accountFileName } from '../../auth/account.ts';
import type { AccountFiles } from '../../auth/accountFiles.ts';
import { type NamedLocks, staleLockWaitMs } from '../../base/storage/locks.ts';
import { boolean, count, object } from '../../base/storage/recordShape.ts';
import { temporaryValue } from '../../base/storage/storedRecord.ts';
import { readStoredRooms, storedRooms } from '../roomCache.ts';
import type { PollState } from './pollInterval.ts';

export interface SharedPoll extends PollState {
  /** The first page of rooms; empty after a failure. */
  readonly rooms: readonly Room[];
  /** The page contains all rooms. */
  readonly isComplete: boolean;
}

const version = 1;
/** The largest page that the settings allow. */
const maxRooms = 1_000;
const sharedPoll = object({
  atMs: count,
  failureCount: count,
  retryAtMs: count,
  isComplete: boolean,
  rooms: (value) => readStoredRooms(value, maxRooms),
});

/** The last poll of each account, shared by all windows of a profile: one file and one lock for each account. */
export class PollRecords {
  readonly #files: Pick<AccountFiles, 'read' | 'write'>;
  readonly #lock: NamedLocks;

  constructor(files: Pick<AccountFiles, 'read' | 'write'>, lock: NamedLocks) {
    this.#files = files;
    this.#lock = lock;
  }

  /** `undefined` when no window has polled for this account, or when the record is not valid. */
  async read(accountId: string): Promise<SharedPoll | undefined> {
    return temporaryValue(await this.#files.read(accountId), version, sharedPoll);
  }

  write(accountId: string, poll: SharedPoll): Promise<void> {
    const rooms = storedRooms(poll.rooms, maxRooms);
    return this.#files.write(accountId, JSON.stringify({ version, ...poll, rooms }));
  }

  /** Runs `poll` in one window at a time. */
  withLock(accountId: string, poll: () => Promise<void>): Promise<void> {
    return this.#lock.run(`${accountFileName(accountId)}.poll`, poll, staleLockWaitMs);
  }
}
