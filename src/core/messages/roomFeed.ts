import { existingPages, type Pages } from '../api/listPages.ts';
import type { Message } from '../api/resources.ts';
import { SerialQueue } from '../base/scheduling/concurrency.ts';
import {
  deletedMessage,
  type FeedAnchor,
  type FeedChange,
  type FeedMessage,
  type FeedSlice,
  type FeedThread,
  mergeNewest,
  type NewestMessages,
  olderThan,
  replacementId,
} from './feedMessages.ts';
import { withMarkdown } from './messageText.ts';
import { messagesOf, threadIdOf, threadsOf } from './threads.ts';

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
    this.#list = (max, signal) => inMarkdown(list(max, signal));
  }

  /** The room has older messages, but the limit is reached. */
  get isFull(): boolean {
    return this.#hasOlderPage && this.#messages.length >= maxMessages;
  }

  /** Oldest first. */
  get messages(): readonly FeedMessage[] {
    return this.#messages;
  }

  /** Whether older messages can be read. */
  get canLoadOlder(): boolean {
    return this.#hasOlderPage && this.#messages.length < maxMessages;
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
  async newest(): Promise<FeedSlice> {
    await this.#loadUntil(() => this.#messages.length > 0, 1);
    return this.#slice(this.#threads.length - pageSize, this.#threads.length);
  }

  /**
   * The threads before a thread; reads pages until there are some. `grown` are later threads with more messages than
   * before.
   */
  async older(threadId: string): Promise<FeedSlice & { readonly grown: readonly FeedThread[] }> {
    const grown = await this.#loadUntil(() => this.#indexOf(threadId) !== 0, maxPagesToThread);
    const end = Math.max(0, this.#indexOf(threadId));
    return { ...this.#slice(end - pageSize, end), grown };
  }

  /** Reads one older page. @returns the threads that have more messages than before */
  loadOlder(): Promise<readonly FeedThread[]> {
    return this.#loadUntil(() => false, 1);
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
  async around({ id, createdMs }: FeedAnchor): Promise<(FeedSlice & { readonly anchorId: string }) | undefined> {
    const isReached = (): boolean =>
      this.find(id) !== undefined || Date.parse(this.#messages[0]?.created ?? '') < createdMs;
    await this.#loadUntil(isReached, maxPagesToAnchor);
    const isNewer = ({ created }: FeedMessage): boolean => createdMs > 0 && Date.parse(created ?? '') >= createdMs;
    const anchorId = (this.find(id) ?? this.#messages.find(isNewer))?.id;
    if (anchorId === undefined) return undefined;
    const at = this.#indexOf(anchorId);
    // Enough for a high window below it.
    return { ...this.#slice(at - pageSize / 2, at + pageSize), anchorId };
  }

  /** Reads the newest messages again. */
  refresh(): Promise<FeedChange> {
    return this.#requests.run(() => this.#readNewest());
  }

  /** Marks a message that the user has deleted. The refreshes see only the newest ones. */
  markDeleted(messageId: string): void {
    this.#setMessages(this.#messages.map((message) => (message.id === messageId ? deletedMessage(message) : message)));
  }

  /** Aborts running requests. */
  dispose(): void {
    this.#abort.abort();
  }

  /** Reads older pages, at most so many. @returns the threads that have more messages than before */
  #loadUntil(isEnough: () => boolean, maxPages: number): Promise<readonly FeedThread[]> {
    return this.#requests.run(async () => {
      const sizes = new Map(this.#threads.map((thread) => [thread.id, messagesOf(thread).length]));
      for (let count = 0; count < maxPages && this.canLoadOlder && !isEnough(); count++) await this.#fetchOlder();
      return this.#threads.filter((thread) => (sizes.get(thread.id) ?? Infinity) < messagesOf(thread).length);
    });
  }

  /** After a failure the listing starts again, and continues to the first page with an unknown message. */
  async #fetchOlder(): Promise<void> {
    const known = new Set(this.#messages.map(({ id }) => id));
    let isBehind = this.#pages !== undefined || known.size === 0;
    this.#pages ??= this.#list(pageSize, this.#abort.signal);
    try {
      for (;;) {
        const { items = [], hasNext = false } = (await this.#pages.next()).value ?? {};
        this.#hasOlderPage = hasNext;
        // A restarted listing begins with messages newer than all known ones: the next refresh reads them.
        const older = isBehind ? items : olderThan(this.#messages, items);
        isBehind ||= older.length > 0 || items.some(({ id }) => known.has(id));
        const found = onceEach(older, known).map((message) => this.#withId(message));
        this.#setMessages([...found.reverse(), ...this.#messages]);
        if (found.length > 0 || !hasNext) return;
      }
    } catch (error) {
      this.#pages = undefined;
      throw error;
    }
  }

  async #readNewest(): Promise<FeedChange> {
    const known = new Set(this.#messages.map(({ id }) => id));
    const newest: NewestMessages = { found: [], hasAllIds: true, hasNext: false };
    let isJoined = false;
    let pageCount = 0;
    for await (const page of existingPages(this.#list(pageSize, this.#abort.signal))) {
      // A message without an id cannot be compared with known ones.
      const named = onceEach(page.items, new Set(newest.found.map(({ id }) => id))).filter(({ id }) => id !== '');
      newest.found.unshift(...named.map((message) => this.#withId(message)).reverse());
      newest.hasAllIds &&= page.items.every(({ id }) => id !== '');
      newest.hasNext = page.hasNext;
      isJoined = !page.hasNext || named.some(({ id }) => known.has(id));
      pageCount += 1;
      if (isJoined || pageCount === maxPagesToOverlap) break;
    }
    if (isJoined && known.size > 0) {
      const { messages, added, changed } = mergeNewest(this.#messages, newest);
      this.#setMessages(messages);
      return { added, changed, isReset: false };
    }
    this.#setMessages(newest.found);
    this.#pages = undefined;
    this.#hasOlderPage = newest.hasNext;
    return { added: newest.found, changed: [], isReset: true };
  }

  /** The HTML of the service is never shown, so it is not kept. */
  #withId({ html: _, ...message }: Message): Message {
    if (message.id !== '') return message;
    this.#withoutIdCount += 1;
    return { ...message, id: replacementId(this.#withoutIdCount) };
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
      hasOlder: from > 0 || this.canLoadOlder,
      hasNewer: end < this.#threads.length,
    };
  }
}

async function* inMarkdown(pages: Pages<Message>): Pages<Message> {
  for await (const page of pages) yield { ...page, items: await withMarkdown(page.items) };
}

/** The messages that are not known, each once: while messages arrive, pages overlap. */
function onceEach(messages: readonly Message[], known: ReadonlySet<string>): readonly Message[] {
  const seen = new Set(known);
  return messages.filter(({ id }) => {
    const isNew = id === '' || !seen.has(id);
    seen.add(id);
    return isNew;
  });
}
