import { timings } from '../timings.ts';

/** A wait this long detects every stale lock. */
export const staleLockWaitMs = timings.lock.staleMs + timings.lock.heartbeatMs;

/** A lock while it is held. */
export interface AcquiredLock {
  /** Reports a write. The lock is released a little later, because other windows see the write with a delay. */
  written(): void;
}

/** Named locks over all windows, for work that must not run twice at once, such as using a refresh token. */
export interface NamedLocks {
  /**
   * Runs `task` while no other holder of the same name runs. It does not fail without a lock: if none can be created, or
   * its owner keeps it longer than `maxWaitMs`, `task` runs without it, and must tolerate that.
   */
  run<T>(name: string, task: (held: AcquiredLock) => Promise<T>, maxWaitMs?: number): Promise<T>;
}
