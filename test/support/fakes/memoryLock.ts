import type { AcquiredLock, NamedLocks } from '../../../src/core/base/storage/locks.ts';

/** A lock for the windows of one test, without a time limit. */
export class MemoryLock implements NamedLocks {
  /** How often it was held, and how often its holder wrote. */
  holds = 0;
  writes = 0;
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(name: string, action: (held: AcquiredLock) => Promise<T>): Promise<T> {
    const held: AcquiredLock = {
      written: () => {
        this.writes += 1;
      },
    };
    const locked = (): Promise<T> => {
      this.holds += 1;
      return action(held);
    };
    const done = (this.#last.get(name) ?? Promise.resolve()).then(locked, locked);
    this.#last.set(name, done);
    return done;
  }
}
