import type { Pages } from '../api/pages.ts';
import type { Message } from '../api/resources.ts';

/** Some messages of a room that stand together, oldest first. */
export interface FeedSlice {
  readonly messages: readonly Message[];
  /** There are older ones, here or at the service. */
  readonly hasOlder: boolean;
  /** Newer ones are known here. */
  readonly hasNewer: boolean;
}

/** What another look at the newest messages found. */
export interface FeedChange {
  /** Oldest first. */
  readonly added: readonly Message[];
  readonly changed: readonly Message[];
  readonly removedIds: readonly string[];
  /** So much happened that what was known is no longer joined to what there is: it was forgotten. */
  readonly isFresh: boolean;
}

/** Starts a listing of the room's messages, newest first, in pages of so many; not in the interface document. */
export type ListMessages = (max: number, signal: AbortSignal) => Pages<Message>;

const pageSize = 50;
/** So that a room read for hours stays light; older ones are not asked for. */
const mostKept = 10_000;
/** A look at the newest messages goes so far back for the ones that are known. */
const mostPagesToJoin = 4;

/** The messages of one room, as far as they were read: a page at a time backwards, and the newest ones again. */
export class RoomFeed {
  readonly #list: ListMessages;
  readonly #abort = new AbortController();
  /** Oldest first. */
  #messages: Message[] = [];
  #pages: Pages<Message> | undefined;
  #hasOlderPage = true;
  #nameless = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(list: ListMessages) {
    this.#list = list;
  }

  /** The room has older messages than those this feed may keep. */
  get isFull(): boolean {
    return this.#hasOlderPage && this.#messages.length >= mostKept;
  }

  get newestId(): string | undefined {
    return this.#messages.at(-1)?.id;
  }

  find(messageId: string): Message | undefined {
    return this.#messages.find(({ id }) => id === messageId);
  }

  /** The newest messages that are known; the first page is fetched when none are. */
  newest(): Promise<FeedSlice> {
    return this.#inTurn(async () => {
      if (this.#messages.length === 0) await this.#fetchOlder();
      return this.#slice(this.#messages.length - pageSize, this.#messages.length);
    });
  }

  /** What stands before a message; a page is fetched when that is not known yet. */
  older(messageId: string): Promise<FeedSlice> {
    return this.#inTurn(async () => {
      if (this.#indexOf(messageId) === 0) await this.#fetchOlder();
      const end = Math.max(0, this.#indexOf(messageId));
      return this.#slice(end - pageSize, end);
    });
  }

  /** What stands behind a message, as far as it is known. */
  newer(messageId: string): FeedSlice {
    const start = this.#indexOf(messageId) + 1;
    return this.#slice(start, start + pageSize);
  }

  /** A message with its neighbours; `undefined` for one that is not known. */
  around(messageId: string): FeedSlice | undefined {
    const at = this.#indexOf(messageId);
    return at < 0 ? undefined : this.#slice(at - pageSize / 2, at + pageSize / 2);
  }

  /** Looks at the newest messages again. */
  refresh(): Promise<FeedChange> {
    return this.#inTurn(() => this.#lookAgain());
  }

  /** Ends what is under way. */
  dispose(): void {
    this.#abort.abort();
  }

  /** One request at a time, so that pages are put together in the order they belong. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work, work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** A listing that failed is begun anew and goes on to the first page that holds something unknown. */
  async #fetchOlder(): Promise<void> {
    if (!this.#hasOlderPage || this.#messages.length >= mostKept) return;
    this.#pages ??= this.#list(pageSize, this.#abort.signal);
    try {
      for (;;) {
        const page = (await this.#pages.next()).value;
        this.#hasOlderPage = page?.hasNext ?? false;
        const known = new Set(this.#messages.map(({ id }) => id));
        const found = (page?.items ?? []).filter(({ id }) => !known.has(id)).map((message) => this.#kept(message));
        this.#messages.unshift(...found.reverse());
        if (found.length > 0 || !this.#hasOlderPage) return;
      }
    } catch (error) {
      this.#pages = undefined;
      throw error;
    }
  }

  async #lookAgain(): Promise<FeedChange> {
    const known = new Map(this.#messages.map((message) => [message.id, message]));
    const found: Message[] = [];
    let isJoined = known.size === 0;
    let hasNext = false;
    let pageCount = 0;
    for await (const page of this.#list(pageSize, this.#abort.signal)) {
      // One without an id cannot be told from the one that was there before.
      const named = page.items.filter(({ id }) => id !== '');
      found.unshift(...named.map((message) => this.#kept(message)).reverse());
      isJoined ||= named.some(({ id }) => known.has(id));
      hasNext = page.hasNext;
      pageCount += 1;
      if (isJoined || pageCount === mostPagesToJoin) break;
    }
    if (!isJoined) return this.#startOver(found, hasNext);
    return this.#merge(found, known);
  }

  #startOver(found: readonly Message[], hasNext: boolean): FeedChange {
    this.#messages = [...found];
    this.#pages = undefined;
    this.#hasOlderPage = hasNext;
    return { added: found, changed: [], removedIds: [], isFresh: true };
  }

  /** Within what the answer spans, what it does not hold is gone. */
  #merge(found: readonly Message[], known: ReadonlyMap<string, Message>): FeedChange {
    const foundIds = new Set(found.map(({ id }) => id));
    const start = this.#messages.findIndex(({ id }) => foundIds.has(id));
    const spanned = start < 0 ? [] : this.#messages.slice(start);
    const removedIds = spanned.map(({ id }) => id).filter((id) => !foundIds.has(id) && !isNameless(id));
    const added = found.filter(({ id }) => !known.has(id));
    const changed = found.filter((message) => isOther(message, known.get(message.id)));
    const byId = new Map(found.map((message) => [message.id, message]));
    const gone = new Set(removedIds);
    this.#messages = [
      ...this.#messages.filter(({ id }) => !gone.has(id)).map((message) => byId.get(message.id) ?? message),
      ...added,
    ];
    return { added, changed, removedIds, isFresh: false };
  }

  /** The service's HTML is never shown, so it is not kept either. */
  #kept({ html: _, ...message }: Message): Message {
    if (message.id !== '') return message;
    this.#nameless += 1;
    return { ...message, id: `${namelessPrefix}${this.#nameless}` };
  }

  #indexOf(messageId: string): number {
    return this.#messages.findIndex(({ id }) => id === messageId);
  }

  #slice(start: number, end: number): FeedSlice {
    const from = Math.max(0, start);
    return {
      messages: this.#messages.slice(from, end),
      hasOlder: from > 0 || (this.#hasOlderPage && this.#messages.length < mostKept),
      hasNewer: end < this.#messages.length,
    };
  }
}

const namelessPrefix = 'nameless ';

function isNameless(id: string): boolean {
  return id.startsWith(namelessPrefix);
}

function isOther(message: Message, known: Message | undefined): boolean {
  return known !== undefined && JSON.stringify(message) !== JSON.stringify(known);
}
