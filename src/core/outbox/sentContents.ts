import { utf8ByteLength } from '../attachments/limits.ts';
import type { AccountStore } from '../auth/accountStore.ts';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import { dropOldest } from '../base/dropOldest.ts';
import type { Event } from '../base/emitter.ts';
import type { NewShare } from './newShare.ts';
import type { SharesSnapshot } from './shareRecord.ts';
import { messageTextOf, type ShareRecord } from './shareRecord.ts';

const maxCount = 20;
const maxBytes = 8 * 1024 * 1024;
/** Of a file that is only in memory. */
const maxFileBytes = 2 * 1024 * 1024;

/** The content of a share, and what the user was asked about it in this window. */
export type SentContent = Pick<NewShare, 'content' | 'review'>;

interface Kept extends SentContent {
  readonly accountId: string;
  readonly byteLength: number;
}

/** What the outbox says of its shares. */
export interface ShareEvents {
  readonly snapshot: SharesSnapshot;
  readonly onDidChange: Event<void>;
  readonly onDidStore: Event<{ readonly record: ShareRecord; readonly share: NewShare }>;
}

/**
 * The contents of the shares that this window sent last, or saw waiting before they were sent, in memory only: records of
 * sent shares keep none. A content is forgotten with its record (Undo Share, Remove All Stored Data) and when its account
 * signs out.
 */
export class SentContents implements Disposable {
  readonly #outbox: ShareEvents;
  readonly #owned = new DisposableStore();
  /** By share id, oldest first. */
  readonly #kept = new Map<string, Kept>();
  /** Records with a content, which they lose when they are sent. */
  #unsent: readonly ShareRecord[] = [];

  constructor(outbox: ShareEvents, accounts: Pick<AccountStore, 'onDidChange'>) {
    this.#outbox = outbox;
    this.#owned.add(accounts.onDidChange(({ removed }) => this.#forgetAccounts(removed.map(({ id }) => id))));
    this.#owned.add(outbox.onDidStore(({ record, share }) => this.#keepNew(record, share)));
    this.#owned.add(outbox.onDidChange(() => this.#update()));
  }

  get(id: string): SentContent | undefined {
    return this.#kept.get(id);
  }

  dispose(): void {
    this.#owned.dispose();
    this.#kept.clear();
  }

  #forgetAccounts(ids: readonly string[]): void {
    for (const [id, { accountId }] of this.#kept) if (ids.includes(accountId)) this.#kept.delete(id);
  }

  #keepNew({ id, accountId }: ShareRecord, { content, review }: NewShare): void {
    this.#keep(id, { accountId, content, ...(review && { review }), byteLength: byteLengthOf(content) });
  }

  /** Keeps the contents of shares that were queued in an earlier window, and forgets removed shares. */
  #update(): void {
    const { shares } = this.#outbox.snapshot;
    const states = new Map(shares.map(({ id, state }) => [id, state]));
    for (const { id, accountId, content } of this.#unsent) {
      const known = content && knownContent(content);
      if (known === undefined || states.get(id) !== 'sent' || this.#kept.has(id)) continue;
      this.#keep(id, { accountId, content: known, byteLength: byteLengthOf(known) });
    }
    this.#unsent = shares.filter(({ content }) => content !== undefined);
    for (const id of this.#kept.keys()) if (!states.has(id)) this.#kept.delete(id);
  }

  #keep(id: string, kept: Kept): void {
    const { content } = kept;
    if (content.kind === 'file' && 'bytes' in content.file.source && kept.byteLength > maxFileBytes) return;
    this.#kept.set(id, kept);
    dropOldest(this.#kept, maxCount);
    dropOldest(this.#kept, maxBytes, ({ byteLength }) => byteLength);
  }
}

/** `undefined` for a file whose only copy is removed when it is sent. */
function knownContent(content: NonNullable<ShareRecord['content']>): NewShare['content'] | undefined {
  if (content.kind !== 'file') return content;
  const { path, mtimeMs, ...facts } = content.file;
  return path === undefined || mtimeMs === undefined
    ? undefined
    : { ...content, file: { ...facts, source: { path, mtimeMs } } };
}

function byteLengthOf(content: NewShare['content']): number {
  const bytes = content.kind === 'file' && 'bytes' in content.file.source ? content.file.source.bytes.byteLength : 0;
  return utf8ByteLength(messageTextOf(content)) + bytes;
}
