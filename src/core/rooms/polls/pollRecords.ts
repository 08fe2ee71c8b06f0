import type { Room } from '../../api/resources.ts';
import { accountFileName } from '../../auth/account.ts';
import type { AccountFiles } from '../../auth/accountFiles.ts';
import { temporaryValue } from '../../base/json.ts';
import type { Log } from '../../base/log.ts';
import { staleLockWaitMs } from '../../base/storage/locks.ts';
import { boolean, count, object } from '../../base/storage/recordShape.ts';
import { codeOf } from '../../base/storage/systemError.ts';
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

interface PollRecordsPorts {
  readonly files: Pick<AccountFiles, 'read' | 'write'>;
  readonly locks: {
    /** `undefined` if another window holds the lock for longer. Rejects if no lock can be created. */
    acquire(name: string, maxWaitMs: number): Promise<{ release(): Promise<void> } | undefined>;
  };
  readonly log: Log;
}

/** The last poll of each account, shared by all windows of a profile: one file and one lock for each account. */
export class PollRecords {
  readonly #ports: PollRecordsPorts;

  constructor(ports: PollRecordsPorts) {
    this.#ports = ports;
  }

  /** `undefined` when no window has polled for this account, or when the record is not valid. */
  async read(accountId: string): Promise<SharedPoll | undefined> {
    return temporaryValue(await this.#ports.files.read(accountId), version, sharedPoll);
  }

  write(accountId: string, poll: SharedPoll): Promise<void> {
    const rooms = storedRooms(poll.rooms, maxRooms);
    return this.#ports.files.write(accountId, JSON.stringify({ version, ...poll, rooms }));
  }

  /** Runs `poll` in one window at a time. Does nothing when another window holds the lock for too long. */
  async withLock(accountId: string, poll: () => Promise<void>): Promise<void> {
    const acquiring = this.#ports.locks.acquire(`${accountFileName(accountId)}.poll`, staleLockWaitMs);
    const lock = await acquiring.catch((error: unknown) => {
      this.#ports.log.warn(`rooms are polled without a lock: ${codeOf(error)}`);
      return null;
    });
    if (lock === undefined) return;
    try {
      await poll();
    } finally {
      await lock?.release();
    }
  }
}
