import type { Room } from '../api/resources.ts';
import { accountFileName } from '../auth/account.ts';
import type { AccountFiles } from '../auth/accountFiles.ts';
import { type RecordReader, storedValue } from '../base/json.ts';
import type { Log } from '../base/log.ts';
import { doubling } from '../base/scheduling/backOff.ts';
import { staleLockWaitMs } from '../base/storage/locks.ts';
import { codeOf } from '../base/storage/systemError.ts';
import { timings } from '../base/timings.ts';
import { readStoredRooms, storedRooms } from './roomCache.ts';

/** What the interval between two polls depends on. */
export interface PollOptions {
  /** The account to poll for; `undefined` while there is no usable session. */
  readonly accountId: string | undefined;
  readonly isViewVisible: boolean;
  readonly isFocused: boolean;
  /** At least one room is watched and not muted. */
  readonly isWatching: boolean;
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
  const { accountId, intervalMs, isFocused, isViewVisible, isWatching } = options;
  if (accountId === undefined || intervalMs <= 0) return undefined;
  const { minIntervalMs, hiddenMs, unfocusedMs, unfocusedWatchingMs } = timings.roomPolls;
  const usedMs = Math.max(minIntervalMs, intervalMs);
  if (!isFocused) return Math.max(usedMs, isWatching ? unfocusedWatchingMs : unfocusedMs);
  return isViewVisible || isWatching ? usedMs : Math.max(usedMs, hiddenMs);
}

/** When the next poll is due, in milliseconds since the epoch: the interval doubles with each failure. */
export function nextPollMs({ atMs, failureCount, retryAtMs }: PollState, intervalMs: number): number {
  const pauseMs = doubling(intervalMs, Math.max(intervalMs, maxBackOffMs))(failureCount);
  return Math.max(atMs + pauseMs, retryAtMs);
}

export interface SharedPoll extends PollState {
  /** The first page of rooms; empty after a failure. */
  readonly rooms: readonly Room[];
  /** The page contains all rooms. */
  readonly isComplete: boolean;
}

const version = 1;
/** The largest page that the settings allow. */
const maxRooms = 1_000;

interface PollRecordsPorts {
  readonly files: AccountFiles;
  readonly locks: {
    /** `undefined` if another window holds the lock for longer. Rejects if no lock can be created. */
    acquire(name: string, maxWaitMs: number): Promise<{ release(): Promise<void> } | undefined>;
  };
  readonly log: Log;
}

/** What a poller uses of the records. */
export type SharedPolls = Pick<PollRecords, keyof PollRecords>;

/** The last poll of each account, shared by all windows of a profile: one file and one lock per account. */
export class PollRecords {
  readonly #ports: PollRecordsPorts;

  constructor(ports: PollRecordsPorts) {
    this.#ports = ports;
  }

  /** `undefined` when no window has polled for this account, or when the record is not valid. */
  async read(accountId: string): Promise<SharedPoll | undefined> {
    return storedValue(await this.#ports.files.read(accountId), version, readPoll);
  }

  write(accountId: string, { atMs, failureCount, retryAtMs, isComplete, rooms }: SharedPoll): Promise<void> {
    const record = { version, atMs, failureCount, retryAtMs, isComplete, rooms: storedRooms(rooms, maxRooms) };
    return this.#ports.files.write(accountId, JSON.stringify(record));
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

function readPoll(record: RecordReader): SharedPoll {
  return {
    atMs: record.count('atMs'),
    failureCount: record.count('failureCount'),
    retryAtMs: record.count('retryAtMs'),
    isComplete: record.optionalBoolean('isComplete'),
    rooms: readStoredRooms(record.list('rooms'), maxRooms),
  };
}
