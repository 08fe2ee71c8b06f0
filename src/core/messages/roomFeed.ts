import type { Pages } from '../api/pages.ts';
import type { Message } from '../api/resources.ts';

/** A message as it is known. One that was deleted while the room is read keeps its place, its author and its time. */
export interface FeedMessage extends Message {
  readonly isDeleted?: true;
}

/** Some messages of a room that stand together, oldest first. */
export interface FeedSlice {
  readonly messages: readonly FeedMessage[];
  /** There are older ones, here or at the service. */
  readonly hasOlder: boolean;
  /** Newer ones are known here. */
  readonly hasNewer: boolean;
}

/** A message that was in sight. */
export interface FeedAnchor {
  readonly id: string;
  /** Milliseconds since the epoch; 0 where that is not known. */
  readonly createdMs: number;
}

/** What another look at the newest messages found. */
export interface FeedChange {
  /** Oldest first. */
  readonly added: readonly FeedMessage[];
  /** Edited, deleted, or listed again after all. */
  readonly changed: readonly FeedMessage[];
  /** So much happened that what was known is no longer joined to what there is: it was forgotten. */
  readonly isReset: boolean;
}

/** The newest messages as another look at them found them. */
interface Look {
  /** Oldest first. */
  found: Message[];
  /** Every message that was listed could be told from the others. */
  isWhole: boolean;
  /** There are older ones. */
  hasNext: boolean;
}

/** Starts a listing of the room's messages, newest first, in pages of so many; not in the interface [X1]. */
export type ListMessages = (max: number, signal: AbortSignal) => Pages<Message>;

const pageSize = 50;
/** So that a room read for hours stays light; older ones are not asked for. */
const mostKept = 10_000;
/** To come back to a place among the older messages, so many pages are read at most. */
const mostPagesToReturn = 40;
/** A look at the newest messages goes so far back for the ones that are known. */
const mostPagesToJoin = 4;

/** The messages of one room, as far as they were read: a page at a time backwards, and the newest ones again. */
export class RoomFeed {
  readonly #list: ListMessages;
  readonly #abort = new AbortController();
  /** Oldest first. */
  #messages: FeedMessage[] = [];
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

  find(messageId: string): FeedMessage | undefined {
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

  /**
   * A message with its neighbours; pages are fetched until it is known, so many at most. In the place of one that is gone
   * or too far back comes the next newer one, `undefined` where there is none.
   */
  around({ id, createdMs }: FeedAnchor): Promise<(FeedSlice & { readonly anchorId: string }) | undefined> {
    return this.#inTurn(async () => {
      for (let pageCount = 0; pageCount < mostPagesToReturn && !this.#reaches({ id, createdMs }); pageCount++) {
        await this.#fetchOlder();
      }
      const known = this.#indexOf(id);
      const isNewer = ({ created }: FeedMessage): boolean => createdMs > 0 && Date.parse(created ?? '') >= createdMs;
      const at = known < 0 ? this.#messages.findIndex(isNewer) : known;
      const anchorId = this.#messages[at]?.id;
      return anchorId === undefined ? undefined : { ...this.#slice(at - pageSize / 2, at + pageSize / 2), anchorId };
    });
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
    const known = new Set(this.#messages.map(({ id }) => id));
    let isBehind = this.#pages !== undefined || known.size === 0;
    this.#pages ??= this.#list(pageSize, this.#abort.signal);
    try {
      for (;;) {
        const { items = [], hasNext = false } = (await this.#pages.next()).value ?? {};
        this.#hasOlderPage = hasNext;
        // Begun anew, the listing has first what is newer than all that is known: the next refresh brings it.
        const older = isBehind ? items : this.#olderOf(items, known);
        isBehind ||= older.length > 0 || items.some(({ id }) => known.has(id));
        const found = older.filter(({ id }) => !known.has(id)).map((message) => this.#kept(message));
        this.#messages.unshift(...found.reverse());
        if (found.length > 0 || !hasNext) return;
      }
    } catch (error) {
      this.#pages = undefined;
      throw error;
    }
  }

  /** What of a page stands behind the last message of it that is known, or is older than all that is. */
  #olderOf(items: readonly Message[], known: ReadonlySet<string>): readonly Message[] {
    const lastKnown = items.findLastIndex(({ id }) => known.has(id));
    return lastKnown < 0 ? items.filter((message) => isOlder(message, this.#messages[0])) : items.slice(lastKnown + 1);
  }

  async #lookAgain(): Promise<FeedChange> {
    const known = new Set(this.#messages.map(({ id }) => id));
    const look: Look = { found: [], isWhole: true, hasNext: false };
    let isJoined = false;
    let pageCount = 0;
    for await (const page of this.#list(pageSize, this.#abort.signal)) {
      // One without an id cannot be told from the one that was there before.
      const named = page.items.filter(({ id }) => id !== '');
      look.found.unshift(...named.map((message) => this.#kept(message)).reverse());
      look.isWhole &&= named.length === page.items.length;
      look.hasNext = page.hasNext;
      isJoined = !page.hasNext || named.some(({ id }) => known.has(id));
      pageCount += 1;
      if (isJoined || pageCount === mostPagesToJoin) break;
    }
    return isJoined && known.size > 0 ? this.#merge(look, known) : this.#startOver(look);
  }

  #startOver({ found, hasNext }: Look): FeedChange {
    this.#messages = found;
    this.#pages = undefined;
    this.#hasOlderPage = hasNext;
    return { added: found, changed: [], isReset: true };
  }

  /** Within what the answer spans, what it does not hold was deleted, unless it may be among what could not be read. */
  #merge({ found, isWhole, hasNext }: Look, known: ReadonlySet<string>): FeedChange {
    const firstKnown = found.findIndex(({ id }) => known.has(id));
    // In the place of what was deleted the answer may reach back to messages that come when they are scrolled to.
    const olderCount =
      firstKnown < 0 ? found.filter((message) => isOlder(message, this.#messages[0])).length : firstKnown;
    const added = new Map(found.slice(olderCount).map((message) => [message.id, message]));
    const isBehind = !hasNext || isOlder(found[0], this.#messages[0]);
    const start = isBehind ? 0 : this.#messages.findIndex(({ id }) => added.has(id));
    const changed: FeedMessage[] = [];
    this.#messages = this.#messages.map((message, at) => {
      const isGone = isWhole && at >= start && !isNameless(message.id);
      const next = added.get(message.id) ?? (isGone ? deleted(message) : message);
      added.delete(message.id);
      if (next !== message && JSON.stringify(next) !== JSON.stringify(message)) changed.push(next);
      return next;
    });
    this.#messages.push(...added.values());
    return { added: [...added.values()], changed, isReset: false };
  }

  /** The service's HTML is never shown, so it is not kept either. */
  #kept({ html: _, ...message }: Message): Message {
    if (message.id !== '') return message;
    this.#nameless += 1;
    return { ...message, id: `${namelessPrefix}${this.#nameless}` };
  }

  /** Whether a message is known, or would be if it were still there. */
  #reaches({ id, createdMs }: FeedAnchor): boolean {
    const isAll = !this.#hasOlderPage || this.#messages.length >= mostKept;
    return isAll || this.#indexOf(id) >= 0 || Date.parse(this.#messages[0]?.created ?? '') < createdMs;
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

function isOlder(one: Message | undefined, other: Message | undefined): boolean {
  return Date.parse(one?.created ?? '') < Date.parse(other?.created ?? '');
}

/** What somebody took back is not kept either. */
function deleted({ id, roomId, personId, personEmail, created }: FeedMessage): FeedMessage {
  return {
    ...{ id, roomId, isDeleted: true },
    ...(personId !== undefined && { personId }),
    ...(personEmail !== undefined && { personEmail }),
    ...(created !== undefined && { created }),
  };
}
