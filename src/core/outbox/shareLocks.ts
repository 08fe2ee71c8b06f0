import path from 'node:path';
import type { Clock } from '../base/clock.ts';
import { defaultLockTimes, LockDirectory, type LockTimes, removeOldLocks } from '../base/lockDirectory.ts';
import type { Log } from '../base/log.ts';

/** A lock that this window has taken. */
export interface ShareLock {
  /** False when another window has taken it over, as after this one was suspended. Never rejects. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** What is held by one window at a time: a share that is sent, a room that is read to settle one. */
export interface ShareLocks {
  /**
   * @param maxWaitMs how long to wait for another holder; one that died is noticed only by waiting
   * @returns `undefined` when another owner holds it. Rejects when nothing can be held here.
   */
  acquire(name: string, maxWaitMs: number): Promise<ShareLock | undefined>;
  /** Removes what windows that crashed have left. */
  removeOrphans(nowMs: number): Promise<void>;
}

/** So long a holder must be waited for until it is certain whether it lives. */
export const staleLockWaitMs = defaultLockTimes.staleMs + defaultLockTimes.heartbeatMs;

export interface DirectoryShareLocksPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly times?: Partial<LockTimes>;
  readonly random?: () => number;
}

/** Claims as directories, beside the records. */
export class DirectoryShareLocks implements ShareLocks {
  readonly #folder: string;
  readonly #ports: ConstructorParameters<typeof LockDirectory>[1];

  constructor(folder: string, { clock, log, times = {}, random = Math.random }: DirectoryShareLocksPorts) {
    this.#folder = folder;
    this.#ports = { clock, log, times: { ...defaultLockTimes, ...times }, random };
  }

  async acquire(name: string, maxWaitMs: number): Promise<ShareLock | undefined> {
    const claim = new LockDirectory(path.join(this.#folder, name), this.#ports);
    return (await claim.acquire(maxWaitMs)) ? claim : undefined;
  }

  removeOrphans(nowMs: number): Promise<void> {
    return removeOldLocks(this.#folder, nowMs);
  }
}
