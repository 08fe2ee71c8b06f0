import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../core/base/clock.ts';
import type { Log } from '../../core/base/log.ts';
import type { AcquiredLock, NamedLocks } from '../../core/base/storage/locks.ts';
import { codeOf, unlessMissing } from '../../core/base/storage/systemError.ts';
import { timings } from '../../core/base/timings.ts';
import { removeOrphans } from '../files/removeOrphans.ts';
import { DirectoryLock, type LockPorts, type LockTimes } from './directoryLock.ts';

const defaultTimes: LockTimes = { ...timings.lock, lingerMs: 300, maxWaitMs: 60_000 };

interface DirectoryLocksPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly times?: Partial<LockTimes>;
  /** From 0 to below 1. */
  readonly random?: () => number;
}

/** Locks over processes, as directories in one folder. */
export class DirectoryLocks implements NamedLocks {
  readonly #folder: string;
  readonly #ports: LockPorts;

  /** @param folder the folder of the locks; created if needed */
  constructor(folder: string, { clock, log, times = {}, random = Math.random }: DirectoryLocksPorts) {
    this.#folder = folder;
    this.#ports = { clock, log, times: { ...defaultTimes, ...times }, random };
  }

  /**
   * @param name a file name
   * @param maxWaitMs how long to wait for another owner; only waiting detects a stale lock
   * @returns `undefined` if another owner holds the lock. Rejects if no lock can be created.
   */
  async acquire(name: string, maxWaitMs: number): Promise<DirectoryLock | undefined> {
    const lock = new DirectoryLock(path.join(this.#folder, name), this.#ports);
    return (await lock.acquire(maxWaitMs)) ? lock : undefined;
  }

  /** If no lock can be created, `task` runs without it. The name can have any characters. */
  async run<T>(name: string, task: (held: AcquiredLock) => Promise<T>, maxWaitMs?: number): Promise<T> {
    const { clock, log, times } = this.#ports;
    const acquiring = this.acquire(name.replaceAll(/[^\w-]/g, '_'), maxWaitMs ?? times.maxWaitMs);
    const lock = await acquiring.catch((error: unknown) => {
      log.warn(`continuing without a lock, because none can be created: ${codeOf(error)}`);
      return null;
    });
    if (lock === undefined) log.warn('continuing without a lock, because its owner holds it for too long');
    let hasWritten = false;
    const written = (): void => {
      hasWritten = true;
    };
    try {
      return await task({ written });
    } finally {
      if (lock && hasWritten) clock.startTimer(times.lingerMs, () => void lock.release());
      else await lock?.release();
    }
  }

  /** Removes the locks, and unfinished attempts, that crashed windows left. */
  removeOrphans(): Promise<void> {
    const list = async () => (await unlessMissing(readdir(this.#folder))) ?? [];
    return removeOrphans(async () => (await list()).map((name) => path.join(this.#folder, name)), this.#ports.clock);
  }
}
