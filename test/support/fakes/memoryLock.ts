import type { HeldLock, RefreshLock } from '../../../src/core/auth/refreshLock.ts';

/** A lock for the windows of one test: whoever comes later waits, for however long. */
export class MemoryLock implements RefreshLock {
  /** How often somebody held it, and how many of them wrote. */
  holds = 0;
  writes = 0;
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(name: string, act: (held: HeldLock) => Promise<T>): Promise<T> {
    const held: HeldLock = {
      written: () => {
        this.writes += 1;
      },
    };
    const locked = (): Promise<T> => {
      this.holds += 1;
      return act(held);
    };
    const done = (this.#last.get(name) ?? Promise.resolve()).then(locked, locked);
    this.#last.set(name, done);
    return done;
  }
}
