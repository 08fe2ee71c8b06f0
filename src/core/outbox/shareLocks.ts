import path from 'node:path';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import {
  DirectoryLock,
  defaultLockTimes,
  type LockPorts,
  type LockTimes,
  removeOldLocks,
} from '../base/storage/directoryLock.ts';

/** A lock that this window holds. */
export interface ShareLock {
  /** False if another window has taken it over, for example after this one was suspended. Never rejects. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Locks over all windows: for a share that is being sent, and for a room that is read to reconcile one. */
export interface ShareLocks {
  /**
   * @param maxWaitMs how long to wait for another owner; only waiting detects a stale lock
   * @returns `undefined` if another owner holds the lock. Rejects if no lock can be created.
   */
  acquire(name: string, maxWaitMs: number): Promise<ShareLock | undefined>;
  /** Removes the locks that crashed windows left. */
  removeOrphans(nowMs: number): Promise<void>;
}

/** A wait this long detects every stale lock. */
export const staleLockWaitMs = defaultLockTimes.staleMs + defaultLockTimes.heartbeatMs;

export interface DirectoryShareLocksPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly times?: Partial<LockTimes>;
  readonly random?: () => number;
}

/** Locks as directories. */
export class DirectoryShareLocks implements ShareLocks {
  readonly #folder: string;
  readonly #ports: LockPorts;

  constructor(folder: string, { clock, log, times = {}, random = Math.random }: DirectoryShareLocksPorts) {
    this.#folder = folder;
    this.#ports = { clock, log, times: { ...defaultLockTimes, ...times }, random };
  }

  async acquire(name: string, maxWaitMs: number): Promise<ShareLock | undefined> {
    const lock = new DirectoryLock(path.join(this.#folder, name), this.#ports);
    return (await lock.acquire(maxWaitMs)) ? lock : undefined;
  }

  removeOrphans(nowMs: number): Promise<void> {
    return removeOldLocks(this.#folder, nowMs);
  }
}
