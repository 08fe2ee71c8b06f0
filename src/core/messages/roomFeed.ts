import type { Pages } from '../api/listPages.ts';
import type { Message } from '../api/resources.ts';
import { SerialQueue } from '../base/scheduling/concurrency.ts';
import { messagesOf, type Thread, threadIdOf, threadsOf } from './threads.ts';

/** A known message. A message that was deleted while the room is open keeps its position, author and time. */
export interface FeedMessage extends Message {
  readonly isDeleted?: true;
}

export type FeedThread = Thread<FeedMessage>;

/** Consecutive threads of a room, in the order of their newest messages. */
export interface FeedSlice {
  readonly threads: readonly FeedThread[];
  /** There are older messages, here or at the service. */
  readonly hasOlder: boolean;
  /** Newer threads are known here. */
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
/** The most pages that are read for older threads at once: a page may hold only replies of known threads. */
const maxPagesToThread = 20;
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
  #messages: readonly FeedMessage[] = [];
  /** Those of the messages, computed when they are needed. */
  #threadList: readonly FeedThread[] | undefined;
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

  /** Oldest first. */
  get messages(): readonly FeedMessage[] {
    return this.#messages;
  }

  get canLoadOlder(): boolean {
    return !this.#isComplete;
  }

  get newestId(): string | undefined {
    return this.#messages.at(-1)?.id;
  }

  /** The thread with the newest message. */
  get lastThreadId(): string | undefined {
    return this.#threads.at(-1)?.id;
  }

  find(messageId: string): FeedMessage | undefined {
    return this.#messages.find(({ id }) => id === messageId);
  }

  /** The thread that contains a message. */
  threadOf(messageId: string): FeedThread | undefined {
    return this.#threads[this.#indexOf(messageId)];
  }

  /** The newest known threads; reads the first page if no messages are known. */
  newest(): Promise<FeedSlice> {
    return this.#requests.run(async () => {
      if (this.#messages.length === 0) await this.#fetchOlder();
      return this.#slice(this.#threads.length - pageSize, this.#threads.length);
    });
  }

  /**
   * The threads before a thread; reads pages until there are some. `grown` are later threads with more messages than
   * before.
   */
  older(threadId: string): Promise<FeedSlice & { readonly grown: readonly FeedThread[] }> {
    return this.#requests.run(async () => {
      const before = this.#threads;
      for (let pageCount = 0; pageCount < maxPagesToThread && this.#indexOf(threadId) === 0; pageCount++) {
        if (this.#isComplete) break;
        await this.#fetchOlder();
      }
      const end = Math.max(0, this.#indexOf(threadId));
      return { ...this.#slice(end - pageSize, end), grown: this.#grownSince(before) };
    });
  }

  /** Reads one older page. @returns the threads that have more messages than before */
  loadOlder(): Promise<readonly FeedThread[]> {
    return this.#requests.run(async () => {
      const before = this.#threads;
      await this.#fetchOlder();
      return this.#grownSince(before);
    });
  }

  /** The known threads after a thread. */
  newer(threadId: string): FeedSlice {
    const start = this.#indexOf(threadId) + 1;
    return this.#slice(start, start + pageSize);
  }

  /**
   * The thread of a message with the threads around it; reads a limited number of pages until it is known. If the message is deleted
   * or too old, the next newer one is used; `undefined` if there is none.
   */
  around({ id, createdMs }: FeedAnchor): Promise<(FeedSlice & { readonly anchorId: string }) | undefined> {
    return this.#requests.run(async () => {
      for (let pageCount = 0; pageCount < maxPagesToAnchor && !this.#hasReached({ id, createdMs }); pageCount++) {
        await this.#fetchOlder();
      }
      const isNewer = ({ created }: FeedMessage): boolean => createdMs > 0 && Date.parse(created ?? '') >= createdMs;
      const anchorId = (this.find(id) ?? this.#messages.find(isNewer))?.id;
      if (anchorId === undefined) return undefined;
      const at = this.#indexOf(anchorId);
      return { ...this.#slice(at - pageSize / 2, at + pageSize / 2), anchorId };
    });
  }

  /** Reads the newest messages again. */
  refresh(): Promise<FeedChange> {
    return this.#requests.run(() => this.#readNewest());
  }

  /** Marks a message that the user has deleted. The refreshes see only the newest ones. */
  markDeleted(messageId: string): void {
    this.#setMessages(this.#messages.map((message) => (message.id === messageId ? deleted(message) : message)));
  }

  /** Aborts running requests. */
  dispose(): void {
    this.#abort.abort();
  }

  /** After a failure the listing starts again, and continues to the first page with an unknown message. */
  async #fetchOlder(): Promise<void> {
    if (this.#isComplete) return;
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
        this.#setMessages([...found.reverse(), ...this.#messages]);
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
    this.#setMessages(found);
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
    const kept = this.#messages.map((message, at) => {
      const isGone = hasAllIds && at >= start && !hasNoId(message.id);
      const next = added.get(message.id) ?? (isGone ? deleted(message) : message);
      added.delete(message.id);
      if (next !== message && JSON.stringify(next) !== JSON.stringify(message)) changed.push(next);
      return next;
    });
    this.#setMessages([...kept, ...added.values()]);
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
    return this.#isComplete || this.find(id) !== undefined || Date.parse(this.#messages[0]?.created ?? '') < createdMs;
  }

  #grownSince(before: readonly FeedThread[]): readonly FeedThread[] {
    const sizes = new Map(before.map((thread) => [thread.id, messagesOf(thread).length]));
    return this.#threads.filter((thread) => {
      const size = sizes.get(thread.id);
      return size !== undefined && size !== messagesOf(thread).length;
    });
  }

  /** No older messages can be read. */
  get #isComplete(): boolean {
    return !this.#hasOlderPage || this.#messages.length >= maxMessages;
  }

  get #threads(): readonly FeedThread[] {
    this.#threadList ??= threadsOf(this.#messages);
    return this.#threadList;
  }

  #setMessages(messages: readonly FeedMessage[]): void {
    this.#messages = messages;
    this.#threadList = undefined;
  }

  /** The position of a thread, by its id or that of one of its messages; -1 if it is not known. */
  #indexOf(id: string): number {
    const at = this.#threads.findIndex((thread) => thread.id === id);
    const message = at < 0 ? this.find(id) : undefined;
    return message === undefined ? at : this.#threads.findIndex((thread) => thread.id === threadIdOf(message));
  }

  #slice(start: number, end: number): FeedSlice {
    const from = Math.max(0, start);
    return {
      threads: this.#threads.slice(from, end),
      hasOlder: from > 0 || !this.#isComplete,
      hasNewer: end < this.#threads.length,
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
function deleted({ id, roomId, parentId, personId, personEmail, created }: FeedMessage): FeedMessage {
  return {
    ...{ id, roomId, isDeleted: true },
    ...(parentId !== undefined && { parentId }),
    ...(personId !== undefined && { personId }),
    ...(personEmail !== undefined && { personEmail }),
    ...(created !== undefined && { created }),
  };
}
