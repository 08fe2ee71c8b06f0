import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../base/clock.ts';
import { parseJsonObject } from '../base/jsonObject.ts';
import type { Log } from '../base/log.ts';
import { staleLockWaitMs } from '../base/storage/directoryLock.ts';
import { DirectoryLocks } from '../base/storage/directoryLocks.ts';
import { replaceFile } from '../base/storage/replaceFile.ts';
import { codeOf, unlessMissing } from '../base/storage/systemError.ts';
import { accountFileName } from './accountFile.ts';
import { readStoredRooms, storedRooms } from './roomCache.ts';
import type { SharedPoll, SharedPolls } from './sharedPolls.ts';

const version = 1;
/** The largest page that the settings allow. */
const maxRooms = 1_000;
/** How often a waiting window checks whether the other window has finished. */
const pollMs = 1_000;

export interface PollFolderPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** In the range [0, 1). */
  readonly random?: () => number;
}

/** Stores polls as files: one record and one lock per account. */
export class PollFolder implements SharedPolls {
  readonly #folder: string;
  readonly #locks: DirectoryLocks;
  readonly #log: Log;

  /** @param folder created on demand */
  constructor(folder: string, ports: PollFolderPorts) {
    this.#folder = folder;
    this.#locks = new DirectoryLocks(folder, { ...ports, times: { pollMs } });
    this.#log = ports.log;
  }

  async read(accountId: string): Promise<SharedPoll | undefined> {
    const text = await unlessMissing(readFile(this.#path(accountId), 'utf8'));
    return text === undefined ? undefined : parsePoll(text);
  }

  write(accountId: string, { atMs, failureCount, retryAtMs, isComplete, rooms }: SharedPoll): Promise<void> {
    const record = { version, atMs, failureCount, retryAtMs, isWhole: isComplete, rooms: storedRooms(rooms, maxRooms) };
    return replaceFile(this.#path(accountId), [Buffer.from(JSON.stringify(record))]);
  }

  async withLock(accountId: string, poll: () => Promise<void>): Promise<void> {
    const acquiring = this.#locks.acquire(`${accountFileName(accountId)}.poll`, staleLockWaitMs);
    const lock = await acquiring.catch((error: unknown) => {
      this.#log.warn(`rooms are polled without a lock: ${codeOf(error)}`);
      return null;
    });
    if (lock === undefined) return;
    try {
      await poll();
    } finally {
      await lock?.release();
    }
  }

  #path(accountId: string): string {
    return path.join(this.#folder, `${accountFileName(accountId)}.poll.json`);
  }
}

/** `undefined` for an unknown version or invalid data: the next poll replaces it. */
function parsePoll(text: string): SharedPoll | undefined {
  const stored = parseJsonObject(text);
  if (stored?.version !== version) return undefined;
  const { atMs, failureCount, retryAtMs, isWhole, rooms } = stored;
  if (!isCount(atMs) || !isCount(failureCount) || !isCount(retryAtMs)) return undefined;
  return { atMs, failureCount, retryAtMs, isComplete: isWhole === true, rooms: readStoredRooms(rooms, maxRooms) };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
