import path from 'node:path';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { DirectoryLock, defaultLockTimes, type LockPorts, type LockTimes } from '../base/storage/directoryLock.ts';
import { codeOf } from '../base/storage/systemError.ts';
import type { AcquiredLock, NamedLocks } from './namedLocks.ts';

/** Times of a lock in milliseconds. All windows that share a lock must use the same values. */
export interface NamedLockTimes extends LockTimes {
  /** Delay of the release after a write: other windows see a secret later, by the editor's write delay. */
  readonly lingerMs: number;
  /** After this time `task` runs without the lock. */
  readonly maxWaitMs: number;
}

const defaultTimes: NamedLockTimes = { ...defaultLockTimes, lingerMs: 300, maxWaitMs: 60_000 };

export interface DirectoryLocksPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly times?: Partial<NamedLockTimes>;
  /** From 0 to below 1. */
  readonly random?: () => number;
}

/** Locks as directories in a folder. If no lock can be created, `task` runs without it. */
export class DirectoryLocks implements NamedLocks {
  readonly #folder: string;
  readonly #ports: LockPorts & { readonly times: NamedLockTimes };

  /** @param folder the folder of the locks; created if needed */
  constructor(folder: string, { clock, log, times = {}, random = Math.random }: DirectoryLocksPorts) {
    this.#folder = folder;
    this.#ports = { clock, log, times: { ...defaultTimes, ...times }, random };
  }

  async run<T>(name: string, task: (held: AcquiredLock) => Promise<T>, maxWaitMs?: number): Promise<T> {
    const { clock, log, times } = this.#ports;
    const lock = new DirectoryLock(path.join(this.#folder, name.replaceAll(/[^\w-]/g, '_')), this.#ports);
    const isHeld = await lock.acquire(maxWaitMs ?? times.maxWaitMs).catch((error: unknown) => {
      log.warn(`continuing without a lock, because none can be created: ${codeOf(error)}`);
      return undefined;
    });
    if (isHeld === false) log.warn('continuing without a lock, because its owner holds it for too long');
    let hasWritten = false;
    const written = (): void => {
      hasWritten = true;
    };
    try {
      return await task({ written });
    } finally {
      if (isHeld && hasWritten) clock.startTimer(times.lingerMs, () => void lock.release());
      else if (isHeld) await lock.release();
    }
  }
}
