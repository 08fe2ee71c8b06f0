import { dropOldest } from '../base/dropOldest.ts';
import { Emitter } from '../base/emitter.ts';
import type { MessageLines } from './messageLines.ts';

const maxMessages = 2_000;

/** The lines that messages share which were read in this window. In memory only. */
export class ReadLines {
  /** By message, the latest last. */
  readonly #lines = new Map<string, readonly MessageLines[]>();
  readonly #changes = new Emitter<void>();

  readonly onDidChange = this.#changes.event;

  get hasLines(): boolean {
    return this.#lines.size > 0;
  }

  get all(): readonly MessageLines[] {
    return [...this.#lines.values()].flat();
  }

  /** The lines of a message that was read; empty if it shares none, or no longer does. */
  note(messageId: string, lines: readonly MessageLines[]): void {
    const before = this.#lines.get(messageId);
    if (JSON.stringify(before ?? []) === JSON.stringify(lines)) return;
    this.#lines.delete(messageId);
    if (lines.length > 0) this.#lines.set(messageId, lines);
    dropOldest(this.#lines, maxMessages);
    this.#changes.fire();
  }

  /** Forgets the messages of accounts that have signed out. */
  forgetAccounts(accountIds: readonly string[]): void {
    const size = this.#lines.size;
    for (const [id, [first]] of this.#lines)
      if (first !== undefined && accountIds.includes(first.message.accountId)) this.#lines.delete(id);
    if (this.#lines.size < size) this.#changes.fire();
  }
}
