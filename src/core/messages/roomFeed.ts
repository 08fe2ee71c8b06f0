import type { Pages } from '../api/listPages.ts';
import type { Message } from '../api/resources.ts';
import { SerialQueue } from '../base/scheduling/concurrency.ts';

/** A known message. A message that was deleted while the room is open keeps its position, author and time. */
export interface FeedMessage extends Message {
  readonly isDeleted?: true;
}

/** Consecutive messages of a room, oldest first. */
export interface FeedSlice {
  readonly messages: readonly FeedMessage[];
  /** There are older messages, here or at the service. */
  readonly hasOlder: boolean;
  /** Newer messages are known here. */
  readonly hasNewer: boolean;
}

/** A message to scroll back to. */
export interface FeedAnchor {
  readonly id: string;
  /** Milliseconds since the epoch; 0 if not known. */
  readonly createdMs: number;
}

/** The changes that a refresh found. */
export interface FeedChange {
  /** Oldest first. */
  readonly added: readonly FeedMessage[];
  /** Edited, deleted, or listed again. */
  readonly changed: readonly FeedMessage[];
  /** The new messages do not overlap the known ones, which were dropped. */
  readonly isReset: boolean;
}

/** The newest messages, as read by a refresh. */
interface RefreshResult {
  /** Oldest first. */
  found: Message[];
  /** Every listed message has an id. */
  hasAllIds: boolean;
  /** The service has older messages. */
  hasNext: boolean;
}

/** Starts a listing of the room's messages, newest first, with `max` per page; not in the service API [X1]. */
export type ListMessages = (max: number, signal: AbortSignal) => Pages<Message>;

const pageSize = 50;
/** Limits memory for rooms that stay open; no older messages are requested. */
const maxMessages = 10_000;
/** The most pages to read to find an anchor again. */
const maxPagesToAnchor = 40;
/** The most pages that a refresh reads to reach known messages. */
const maxPagesToOverlap = 4;

/** The messages of one room: older pages are read on demand, and a refresh reads the newest ones. */
export class RoomFeed {
  readonly #list: ListMessages;
  readonly #abort = new AbortController();
  /** Oldest first. */
  #messages: FeedMessage[] = [];
  #pages: Pages<Message> | undefined;
  #hasOlderPage = true;
  #withoutIdCount = 0;
  /** One request at a time, so that pages are joined in order. */
  readonly #requests = new SerialQueue();

  constructor(list: ListMessages) {
    this.#list = list;
  }

  /** The room has older messages, but the limit is reached. */
  get isFull(): boolean {
    return this.#hasOlderPage && this.#messages.length >= maxMessages;
  }

  get newestId(): string | undefined {
    return this.#messages.at(-1)?.id;
  }

  find(messageId: string): FeedMessage | undefined {
    return this.#messages.find(({ id }) => id === messageId);
  }

  /** The newest known messages; reads the first page if none are known. */
  newest(): Promise<FeedSlice> {
    return this.#requests.run(async () => {
      if (this.#messages.length === 0) await this.#fetchOlder();
      return this.#slice(this.#messages.length - pageSize, this.#messages.length);
    });
  }

  /** The messages before a message; reads a page if they are not known. */
  older(messageId: string): Promise<FeedSlice> {
    return this.#requests.run(async () => {
      if (this.#indexOf(messageId) === 0) await this.#fetchOlder();
      const end = Math.max(0, this.#indexOf(messageId));
      return this.#slice(end - pageSize, end);
    });
  }

  /** The known messages after a message. */
  newer(messageId: string): FeedSlice {
    const start = this.#indexOf(messageId) + 1;
    return this.#slice(start, start + pageSize);
  }

  /**
   * A message with the messages around it; reads a limited number of pages until it is known. If the message is deleted
   * or too old, the next newer one is used; `undefined` if there is none.
   */
  around({ id, createdMs }: FeedAnchor): Promise<(FeedSlice & { readonly anchorId: string }) | undefined> {
    return this.#requests.run(async () => {
      for (let pageCount = 0; pageCount < maxPagesToAnchor && !this.#hasReached({ id, createdMs }); pageCount++) {
        await this.#fetchOlder();
      }
      const known = this.#indexOf(id);
      const isNewer = ({ created }: FeedMessage): boolean => createdMs > 0 && Date.parse(created ?? '') >= createdMs;
      const at = known < 0 ? this.#messages.findIndex(isNewer) : known;
      const anchorId = this.#messages[at]?.id;
      return anchorId === undefined ? undefined : { ...this.#slice(at - pageSize / 2, at + pageSize / 2), anchorId };
    });
  }

  /** Reads the newest messages again. */
  refresh(): Promise<FeedChange> {
    return this.#requests.run(() => this.#readNewest());
  }

  /** Aborts running requests. */
  dispose(): void {
    this.#abort.abort();
  }

  /** After a failure the listing starts again, and continues to the first page with an unknown message. */
  async #fetchOlder(): Promise<void> {
    if (!this.#hasOlderPage || this.#messages.length >= maxMessages) return;
    const known = new Set(this.#messages.map(({ id }) => id));
    let isBehind = this.#pages !== undefined || known.size === 0;
    this.#pages ??= this.#list(pageSize, this.#abort.signal);
    try {
      for (;;) {
        const { items = [], hasNext = false } = (await this.#pages.next()).value ?? {};
        this.#hasOlderPage = hasNext;
        // A restarted listing begins with messages newer than all known ones: the next refresh reads them.
        const older = isBehind ? items : this.#olderOf(items, known);
        isBehind ||= older.length > 0 || items.some(({ id }) => known.has(id));
        const found = older.filter(({ id }) => !known.has(id)).map((message) => this.#withId(message));
        this.#messages.unshift(...found.reverse());
        if (found.length > 0 || !hasNext) return;
      }
    } catch (error) {
      this.#pages = undefined;
      throw error;
    }
  }

  /** The messages of a page after its last known one, or older than all known messages. */
  #olderOf(items: readonly Message[], known: ReadonlySet<string>): readonly Message[] {
    const lastKnown = items.findLastIndex(({ id }) => known.has(id));
    return lastKnown < 0 ? items.filter((message) => isOlder(message, this.#messages[0])) : items.slice(lastKnown + 1);
  }

  async #readNewest(): Promise<FeedChange> {
    const known = new Set(this.#messages.map(({ id }) => id));
    const result: RefreshResult = { found: [], hasAllIds: true, hasNext: false };
    let isJoined = false;
    let pageCount = 0;
    for await (const page of this.#list(pageSize, this.#abort.signal)) {
      // A message without an id cannot be compared with known ones.
      const named = page.items.filter(({ id }) => id !== '');
      result.found.unshift(...named.map((message) => this.#withId(message)).reverse());
      result.hasAllIds &&= named.length === page.items.length;
      result.hasNext = page.hasNext;
      isJoined = !page.hasNext || named.some(({ id }) => known.has(id));
      pageCount += 1;
      if (isJoined || pageCount === maxPagesToOverlap) break;
    }
    return isJoined && known.size > 0 ? this.#merge(result, known) : this.#reset(result);
  }

  #reset({ found, hasNext }: RefreshResult): FeedChange {
    this.#messages = found;
    this.#pages = undefined;
    this.#hasOlderPage = hasNext;
    return { added: found, changed: [], isReset: true };
  }

  /**
   * Within the range of the answer, a missing message was deleted, unless the answer contains messages without an id.
   */
  #merge({ found, hasAllIds, hasNext }: RefreshResult, known: ReadonlySet<string>): FeedChange {
    const firstKnown = found.findIndex(({ id }) => known.has(id));
    // After deletions the answer may contain older messages; they are read later, when the user scrolls.
    const olderCount =
      firstKnown < 0 ? found.filter((message) => isOlder(message, this.#messages[0])).length : firstKnown;
    const added = new Map(found.slice(olderCount).map((message) => [message.id, message]));
    const isBehind = !hasNext || isOlder(found[0], this.#messages[0]);
    const start = isBehind ? 0 : this.#messages.findIndex(({ id }) => added.has(id));
    const changed: FeedMessage[] = [];
    this.#messages = this.#messages.map((message, at) => {
      const isGone = hasAllIds && at >= start && !hasNoId(message.id);
      const next = added.get(message.id) ?? (isGone ? deleted(message) : message);
      added.delete(message.id);
      if (next !== message && JSON.stringify(next) !== JSON.stringify(message)) changed.push(next);
      return next;
    });
    this.#messages.push(...added.values());
    return { added: [...added.values()], changed, isReset: false };
  }

  /** The HTML of the service is never shown, so it is not kept. */
  #withId({ html: _, ...message }: Message): Message {
    if (message.id !== '') return message;
    this.#withoutIdCount += 1;
    return { ...message, id: `${noIdPrefix}${this.#withoutIdCount}` };
  }

  /** Whether the known messages reach back to this message. */
  #hasReached({ id, createdMs }: FeedAnchor): boolean {
    const isAll = !this.#hasOlderPage || this.#messages.length >= maxMessages;
    return isAll || this.#indexOf(id) >= 0 || Date.parse(this.#messages[0]?.created ?? '') < createdMs;
  }

  #indexOf(messageId: string): number {
    return this.#messages.findIndex(({ id }) => id === messageId);
  }

  #slice(start: number, end: number): FeedSlice {
    const from = Math.max(0, start);
    return {
      messages: this.#messages.slice(from, end),
      hasOlder: from > 0 || (this.#hasOlderPage && this.#messages.length < maxMessages),
      hasNewer: end < this.#messages.length,
    };
  }
}

const noIdPrefix = 'nameless ';

function hasNoId(id: string): boolean {
  return id.startsWith(noIdPrefix);
}

function isOlder(one: Message | undefined, other: Message | undefined): boolean {
  return Date.parse(one?.created ?? '') < Date.parse(other?.created ?? '');
}

/** The content of a deleted message is not kept. */
function deleted({ id, roomId, personId, personEmail, created }: FeedMessage): FeedMessage {
  return {
    ...{ id, roomId, isDeleted: true },
    ...(personId !== undefined && { personId }),
    ...(personEmail !== undefined && { personEmail }),
    ...(created !== undefined && { created }),
  };
}
