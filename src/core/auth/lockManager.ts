/** What may be told of a lock while it is held. */
export interface AcquiredLock {
  /** Something was written that other windows see a moment later: the lock stays a little longer than its act. */
  written(): void;
}

/** Lets one window at a time do, under one name, what must not be done twice at once, such as using up a refresh token. */
export interface LockManager {
  /**
   * Runs `act` while nobody else runs theirs of the same name. It never fails for want of a lock: where none is possible, or its holder
   * keeps it longer than `maxWaitMs`, `act` runs without, and must bear that.
   */
  run<T>(name: string, act: (held: AcquiredLock) => Promise<T>, maxWaitMs?: number): Promise<T>;
}

/** For a window that shares its accounts with no other. */
export const noLock: LockManager = {
  run: (_name, act) => act({ written: () => undefined }),
};
