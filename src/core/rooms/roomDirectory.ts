import type { Page, Pages } from '../api/listPages.ts';
import type { Room } from '../api/resources.ts';
import { Emitter, nextEvent } from '../base/emitter.ts';
import { isCancelled, throwIfAborted } from '../base/errors.ts';
import { goneRooms, notIn } from './goneRooms.ts';
import { KnownRooms } from './knownRooms.ts';

/** The state of the directory. Query the rooms from the directory. */
export interface RoomsSnapshot {
  /** `idle`: no request was made yet; rooms of an earlier session may be known. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  /** The service has more pages, so the list is incomplete. */
  readonly hasMore: boolean;
  /** The error of the last request, while `status` is `failed`. Known rooms are kept. */
  readonly error?: unknown;
}

/** Starts a listing of the rooms. Each call starts at the first page. */
export type ListRooms = (signal: AbortSignal) => Pages<Room>;

/** A listing with the pages that are not read yet. */
interface Listing {
  readonly pages: Pages<Room>;
  /** The ids of all rooms that are known of since it began, also from elsewhere. */
  readonly ids: Set<string>;
  pageCount: number;
}

/** A refresh reads the same number of pages as before, up to this limit. */
const maxPagesOnRefresh = 10;
/** A search publishes one more page at once for this many known rooms, up to a limit. */
const roomsPerPageAtOnce = 2000;
const maxPagesAtOnce = 10;
const emptySnapshot: RoomsSnapshot = { status: 'idle', hasMore: false };

// decisions/0027
/**
 * The rooms of the account, read page by page and reported as differences. A room that a page does not contain keeps
 * its last state: only a complete listing, or a first page in the order of activity, shows which rooms are gone.
 */
export class RoomDirectory extends KnownRooms {
  readonly #list: ListRooms;
  readonly #changes = new Emitter<RoomsSnapshot>();
  readonly #firstPages = new Emitter<Page<Room>>();
  /** Fires when another request can begin. */
  readonly #ends = new Emitter<void>();
  #snapshot = emptySnapshot;
  #listing: Listing | undefined;
  #pagesRead = 0;
  #abort = new AbortController();
  #isBusy = false;
  /** Rooms with activity from here that the service has not listed yet. */
  readonly #noted = new Set<string>();

  /** Fires when the status, the number of rooms or `hasMore` changes, after `onDidChangeRooms`. */
  readonly onDidChange = this.#changes.event;
  /** Fires after each first page that was read from the service. */
  readonly onDidReadFirstPage = this.#firstPages.event;

  constructor(list: ListRooms) {
    super();
    this.#list = list;
  }

  get snapshot(): RoomsSnapshot {
    return this.#snapshot;
  }

  /**
   * Merges rooms of another window or an earlier session, unless a listing is running here.
   * @param isComplete there are no other rooms
   */
  mergeStored(rooms: readonly Room[], isComplete = false): void {
    if (this.#isBusy) return;
    this.merge(rooms, isComplete ? notIn(rooms) : undefined);
    this.#setSnapshot({});
  }

  /** Cancels a running listing and reads the same number of pages again from the first. Known rooms stay visible. */
  async refresh(): Promise<void> {
    const pageCount = Math.min(this.#pagesRead, maxPagesOnRefresh);
    const { signal } = this.#stop();
    do await this.#readPages();
    while (!signal.aborted && (this.#listing?.pageCount ?? maxPagesOnRefresh) < pageCount && this.#snapshot.hasMore);
  }

  /**
   * Reads the first page only, without a change of status. If the service lists by activity, it contains all new
   * activity. Does nothing while another listing is running.
   * @throws the error of the request; known rooms are kept
   */
  async update(): Promise<void> {
    if (this.#isBusy) return;
    if (this.#snapshot.status !== 'ready') return this.refresh();
    const { signal } = this.#abort;
    this.#isBusy = true;
    try {
      const page = (await this.#list(signal).next()).value;
      if (signal.aborted || page === undefined) return;
      this.merge(page.items, page.hasNext || page.isBlank ? this.#goneFrom(page.items) : notIn(page.items));
      this.#setSnapshot({ hasMore: page.hasNext && this.#snapshot.hasMore });
      this.#firstPages.fire(page);
    } finally {
      if (!signal.aborted) this.#isBusy = false;
      this.#ends.fire();
    }
  }

  /**
   * Reads pages until one contains an unknown room. Does nothing if there are no more pages or a request is running.
   * After a failure the listing starts again from the first page.
   */
  async loadMore(): Promise<void> {
    if (this.#isBusy || !this.#snapshot.hasMore) return;
    const { signal } = this.#abort;
    const before = this.size;
    do await this.#readPages();
    while (!signal.aborted && this.#listing !== undefined && this.size <= before && this.#snapshot.hasMore);
  }

  /**
   * Reads further pages while `isNeeded` returns true, until there are none, a request fails or the signal aborts. A page
   * that is being read is kept. With many known rooms, several pages are published at once, because every subscriber looks
   * at all rooms.
   */
  async loadWhile(isNeeded: () => boolean, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#snapshot.hasMore && this.#snapshot.status !== 'failed' && isNeeded()) {
      if (this.#isBusy) await nextEvent(this.#ends.event, signal);
      else await this.#readPages(Math.min(maxPagesAtOnce, 1 + Math.floor(this.size / roomsPerPageAtOnce)));
    }
  }

  /**
   * Reads rooms again that could not be decrypted [A61], or are not listed yet, until all are found.
   * @param maxPages limits retries in the background
   * @returns the rooms as the service returns them now, without rooms that it does not list any more
   */
  async retry(roomIds: readonly string[], maxPages = Number.POSITIVE_INFINITY): Promise<readonly Room[]> {
    const before = this.size;
    const { found } = await this.#find(roomIds, maxPages);
    if (this.size !== before) this.#setSnapshot({});
    return found;
  }

  /**
   * Reads pages until one lists this room, and removes it if none does.
   * @param isGoneBeyond removes it as well if there are more pages than `maxPages`
   */
  async recheck(roomId: string, maxPages: number, isGoneBeyond: boolean): Promise<void> {
    const { found, hasMore } = await this.#find([roomId], maxPages);
    if (found.length > 0 || (hasMore && !isGoneBeyond)) return;
    this.merge([], (id) => id === roomId);
    this.#setSnapshot({});
  }

  /** Records activity, in milliseconds since the epoch: the room moves up immediately. */
  noteActivity(roomId: string, atMs: number): void {
    const room = this.find(roomId);
    if (room !== undefined && atMs > this.activityMs(roomId)) {
      this.#noted.add(roomId);
      this.merge([{ ...room, lastActivity: new Date(atMs).toISOString() }]);
    }
  }

  /** Removes everything, after a sign-out. */
  clear(): void {
    this.#stop();
    this.#pagesRead = 0;
    this.#noted.clear();
    this.merge([], () => true);
    this.#setSnapshot(emptySnapshot);
  }

  override merge(rooms: readonly Room[], isGone?: (roomId: string) => boolean): void {
    for (const { id } of rooms) this.#listing?.ids.add(id);
    super.merge(rooms, isGone);
  }

  override dispose(): void {
    this.#stop();
    super.dispose();
    for (const emitter of [this.#changes, this.#firstPages, this.#ends]) emitter.dispose();
  }

  /** Which known rooms a first page, of several, shows to be gone. */
  #goneFrom(page: readonly Room[]): (roomId: string) => boolean {
    for (const { id } of page) this.#noted.delete(id);
    const gone = goneRooms(this.sorted('activity'), page);
    return (id) => gone.has(id) && !this.#noted.has(id);
  }

  #stop(): AbortController {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#listing = undefined;
    this.#isBusy = false;
    return this.#abort;
  }

  /** Lists from the first page until all of these rooms are found, and merges them. */
  async #find(roomIds: readonly string[], maxPages: number): Promise<{ found: readonly Room[]; hasMore: boolean }> {
    const { signal } = this.#abort;
    const wanted = new Set(roomIds);
    const found: Room[] = [];
    let pageCount = 0;
    let hasMore = false;
    for await (const { items, hasNext, isBlank } of this.#list(signal)) {
      throwIfAborted(signal);
      const updated = items.filter((room) => wanted.delete(room.id));
      this.merge(updated);
      found.push(...updated);
      pageCount += 1;
      hasMore = hasNext || isBlank === true;
      if (wanted.size === 0 || pageCount >= maxPages) break;
    }
    return { found, hasMore };
  }

  /** Reads the next pages of the listing, or the first one of a new listing. */
  async #readPages(maxPages = 1): Promise<void> {
    const { signal } = this.#abort;
    this.#listing ??= { pages: this.#list(signal), ids: new Set(), pageCount: 0 };
    const listing = this.#listing;
    const isFirst = listing.pageCount === 0;
    this.#isBusy = true;
    this.#setSnapshot({ status: 'loading' });
    const { page, failure } = await readListing(listing, isFirst ? 1 : maxPages);
    const { items, hasNext, isBlank } = page;
    // Another listing has started, so this result is out of date.
    if (signal.aborted) return;
    const isRead = failure === undefined;
    this.#pagesRead = hasNext ? Math.max(this.#pagesRead, listing.pageCount) : listing.pageCount;
    if (!hasNext && !isBlank) this.merge(items, (id) => !listing.ids.has(id));
    else this.merge(items, isFirst && isRead ? this.#goneFrom(items) : undefined);
    this.#isBusy = false;
    // A generator that threw cannot continue.
    if (!isRead) this.#listing = undefined;
    if (isRead || isCancelled(failure.error))
      this.#setSnapshot({ status: 'ready', ...(isRead && { hasMore: hasNext }) });
    else this.#setSnapshot({ status: 'failed', error: failure.error });
    if (isFirst && isRead) this.#firstPages.fire(page);
    this.#ends.fire();
  }

  #setSnapshot(change: Partial<RoomsSnapshot>): void {
    const { error: _, ...before } = this.#snapshot;
    // An error belongs to its status.
    this.#snapshot = { ...(change.status === undefined ? this.#snapshot : before), ...change };
    this.#changes.fire(this.#snapshot);
  }
}

/** Reads this many pages as one, if there are as many. Rooms of pages before a failure are kept. */
async function readListing(listing: Listing, maxPages: number) {
  let page: Page<Room> = { items: [], hasNext: true };
  try {
    for (let left = maxPages; left > 0 && page.hasNext; left -= 1) {
      const next = (await listing.pages.next()).value ?? { items: [], hasNext: false };
      page = { ...next, items: [...page.items, ...next.items] };
      listing.pageCount += 1;
    }
    return { page, failure: undefined };
  } catch (error) {
    return { page, failure: { error } };
  }
}
