import type { SharedPoll, SharedPolls } from '../../../src/core/rooms/polls/sharedPolls.ts';

/** The polls that the windows of one test share. */
export class MemoryPolls implements SharedPolls {
  readonly records = new Map<string, SharedPoll>();
  readonly #held = new Set<string>();

  async read(accountId: string): Promise<SharedPoll | undefined> {
    return this.records.get(accountId);
  }

  async write(accountId: string, poll: SharedPoll): Promise<void> {
    this.records.set(accountId, poll);
  }

  async withLock(accountId: string, poll: () => Promise<void>): Promise<void> {
    if (this.#held.has(accountId)) return;
    this.#held.add(accountId);
    try {
      await poll();
    } finally {
      this.#held.delete(accountId);
    }
  }
}
