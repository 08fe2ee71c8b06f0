import type { AccountStore } from '../auth/accountStore.ts';
import { Owner } from '../base/disposable.ts';
import { dropOldest } from '../base/dropOldest.ts';
import type { Event } from '../base/emitter.ts';
import type { NewShare } from './newShare.ts';
import type { ShareRecord, SharesSnapshot } from './shareRecord.ts';

const maxCount = 20;
/** Of files that are only in memory. */
const maxBytes = 8 * 1024 * 1024;
const maxFileBytes = 2 * 1024 * 1024;

/** The content of a share, and what the user was warned about in this window. */
export type SentContent = Pick<NewShare, 'content' | 'warnings'>;

interface Kept extends SentContent {
  readonly accountId: string;
}

/** What the outbox says of its shares. */
export interface ShareEvents {
  readonly snapshot: SharesSnapshot;
  readonly onDidChange: Event<void>;
  readonly onDidStore: Event<{ readonly id: string; readonly share: NewShare }>;
}

// decisions/0017
/**
 * The contents of the shares that this window sent last, or saw waiting before they were sent, in memory only: records of
 * sent shares keep none. A content is forgotten with its record (Undo Share, Remove All Stored Data) and when its account
 * signs out.
 */
export class SentContents extends Owner {
  readonly #outbox: ShareEvents;
  /** By share id, oldest first. */
  readonly #kept = new Map<string, Kept>();
  /** Records with a content, which they lose when they are sent. */
  #unsent: readonly ShareRecord[] = [];

  constructor(outbox: ShareEvents, accounts: Pick<AccountStore, 'onDidChange'>) {
    super();
    this.#outbox = outbox;
    this.own(
      accounts.onDidChange(({ removed }) => {
        const ids = removed.map(({ id }) => id);
        for (const [id, { accountId }] of this.#kept) if (ids.includes(accountId)) this.#kept.delete(id);
      }),
    );
    this.own(
      outbox.onDidStore(({ id, share: { room, content, warnings } }) =>
        this.#keep(id, { accountId: room.account.id, content, ...(warnings && { warnings }) }),
      ),
    );
    this.own(outbox.onDidChange(() => this.#update()));
  }

  get(id: string): SentContent | undefined {
    return this.#kept.get(id);
  }

  /** Keeps the contents of shares that were queued in an earlier window, and forgets removed shares. */
  #update(): void {
    const { shares } = this.#outbox.snapshot;
    const states = new Map(shares.map(({ id, state }) => [id, state]));
    for (const { id, accountId, content } of this.#unsent)
      if (content && states.get(id) === 'sent' && !this.#kept.has(id)) this.#keep(id, { accountId, content });
    this.#unsent = shares.filter(({ content }) => content !== undefined);
    for (const id of this.#kept.keys()) if (!states.has(id)) this.#kept.delete(id);
  }

  #keep(id: string, kept: Kept): void {
    if (bytesInMemory(kept) > maxFileBytes) return;
    this.#kept.set(id, kept);
    dropOldest(this.#kept, maxCount);
    dropOldest(this.#kept, maxBytes, bytesInMemory);
  }
}

function bytesInMemory({ content }: SentContent): number {
  return content.kind === 'file' ? (content.file.bytes?.byteLength ?? 0) : 0;
}
