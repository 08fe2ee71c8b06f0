import type { Room } from '../api/resources.ts';
import { Emitter, nextEvent } from '../base/emitter.ts';
import { isCancelled, throwIfAborted } from '../base/errors.ts';
import { goneRooms } from './goneRooms.ts';
import { KnownRooms } from './knownRooms.ts';
import { type FirstPage, type ListRooms, RoomListing, type RoomsSnapshot } from './roomListing.ts';

/** A refresh reads the same number of pages as before, up to this limit. */
const maxPagesOnRefresh = 10;
/** A search publishes one more page at once for this many known rooms, up to a limit. */
const roomsPerPageAtOnce = 2000;
const maxPagesAtOnce = 10;
const emptySnapshot: RoomsSnapshot = { status: 'idle', roomCount: 0, hasMore: false };

/**
 * The rooms of the account, read page by page and reported as differences. A room that a page does not contain keeps
 * its last state: only a complete listing, or a first page in the order of activity, shows which rooms are gone.
 */
export class RoomDirectory extends KnownRooms {
  readonly #list: ListRooms;
  readonly #changes = new Emitter<RoomsSnapshot>();
  /** Fires when another request can begin. */
  readonly #ends = new Emitter<void>();
  #snapshot = emptySnapshot;
  #firstPage: FirstPage | undefined;
  #listing: RoomListing | undefined;
  #pagesRead = 0;
  #abort = new AbortController();
  #isBusy = false;
  /** Rooms with activity from here that the service has not listed yet. */
  readonly #noted = new Set<string>();

  /** Fires when the status, the number of rooms or `hasMore` changes, after `onDidChangeRooms`. */
  readonly onDidChange = this.#changes.event;

  constructor(list: ListRooms) {
    super();
    this.#list = list;
  }

  get snapshot(): RoomsSnapshot {
    return this.#snapshot;
  }

  /** A new object after each first page; `undefined` before the first. */
  get firstPage(): FirstPage | undefined {
    return this.#firstPage;
  }

  /** Restores rooms of an earlier session, unless newer ones are known. */
  restore(rooms: readonly Room[]): void {
    if (this.#snapshot.status !== 'idle' || this.size > 0 || rooms.length === 0) return;
    this.merge(rooms);
    this.#setSnapshot({ ...this.#snapshot });
  }

  /**
   * Merges a first page that another window has read, unless a listing is running here.
   * @param isComplete there are no other rooms
   */
  mergeSharedPage(rooms: readonly Room[], isComplete: boolean): void {
    if (this.#isBusy) return;
    this.merge(rooms, isComplete ? idsOf(rooms) : undefined);
    this.#setSnapshot(this.#snapshot);
  }

  /** Cancels a running listing and reads the same number of pages again from the first. Known rooms stay visible. */
  async refresh(): Promise<void> {
    const pageCount = Math.min(this.#pagesRead, maxPagesOnRefresh);
    const { signal } = this.#stop();
    do await this.#readNextPage();
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
      this.#firstPage = { rooms: page.items, hasNext: page.hasNext };
      this.merge(page.items, page.hasNext ? this.#idsAfter(page.items) : idsOf(page.items));
      this.#setSnapshot({ ...this.#snapshot, hasMore: page.hasNext && this.#snapshot.hasMore });
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
    const { size } = this;
    do await this.#readNextPage();
    while (!signal.aborted && this.#listing !== undefined && this.size <= size && this.#snapshot.hasMore);
  }

  /**
   * Reads further pages while `isNeeded` returns true, until there are none, a request fails or the signal aborts. A page
   * that is being read is kept. With many known rooms, several pages are published at once, because every subscriber looks
   * at all rooms.
   */
  async loadWhile(isNeeded: () => boolean, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#snapshot.hasMore && this.#snapshot.status !== 'failed' && isNeeded()) {
      if (this.#isBusy) await nextEvent(this.#ends.event, signal);
      else await this.#readNextPage(Math.min(maxPagesAtOnce, 1 + Math.floor(this.size / roomsPerPageAtOnce)));
    }
  }

  /**
   * Reads rooms again that could not be decrypted [A61], by listing until all are found.
   * @param maxPages limits retries in the background
   * @returns the rooms as the service returns them now, without rooms that it does not list any more
   */
  async retry(roomIds: readonly string[], maxPages = Number.POSITIVE_INFINITY): Promise<readonly Room[]> {
    const { signal } = this.#abort;
    let pageCount = 0;
    const wanted = new Set(roomIds);
    const found: Room[] = [];
    for await (const page of this.#list(signal)) {
      throwIfAborted(signal);
      const updated = page.items.filter((room) => wanted.delete(room.id));
      this.merge(updated);
      found.push(...updated);
      pageCount += 1;
      if (wanted.size === 0 || pageCount >= maxPages) break;
    }
    if (this.size !== this.#snapshot.roomCount) this.#setSnapshot(this.#snapshot);
    return found;
  }

  /**
   * Reads pages until one lists this room, and removes it if none does.
   * @param isGoneBeyond removes it as well if there are more pages than `maxPages`
   */
  async recheck(
    roomId: string,
    { maxPages, isGoneBeyond }: { readonly maxPages: number; readonly isGoneBeyond: boolean },
  ): Promise<void> {
    const { signal } = this.#abort;
    let pageCount = 0;
    for await (const { items, hasNext } of this.#list(signal)) {
      throwIfAborted(signal);
      pageCount += 1;
      if (items.some(({ id }) => id === roomId) || (hasNext && pageCount === maxPages && !isGoneBeyond)) return;
      if (pageCount === maxPages) break;
    }
    this.merge([], new Set(this.rooms.map(({ id }) => id).filter((id) => id !== roomId)));
    this.#setSnapshot(this.#snapshot);
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
    this.#firstPage = undefined;
    this.#noted.clear();
    this.merge([], new Set());
    this.#setSnapshot(emptySnapshot);
  }

  override dispose(): void {
    this.#stop();
    super.dispose();
    this.#changes.dispose();
    this.#ends.dispose();
  }

  /** The known rooms without those that a first page, of several, shows to be gone. */
  #idsAfter(page: readonly Room[]): ReadonlySet<string> | undefined {
    for (const { id } of page) this.#noted.delete(id);
    const gone = goneRooms(this.sorted('activity'), page);
    for (const id of this.#noted) gone.delete(id);
    return gone.size === 0 ? undefined : new Set(this.rooms.map(({ id }) => id).filter((id) => !gone.has(id)));
  }

  #stop(): AbortController {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#listing = undefined;
    this.#isBusy = false;
    return this.#abort;
  }

  async #readNextPage(pageCount = 1): Promise<void> {
    const { signal } = this.#abort;
    this.#listing ??= new RoomListing(this.#list(signal));
    const listing = this.#listing;
    this.#isBusy = true;
    this.#setSnapshot({ ...this.#withoutError, status: 'loading' });
    const isNew = listing.pageCount === 0;
    const { rooms, hasMore, failure } = await listing.read(pageCount);
    // Another listing has started, so this result is out of date.
    if (signal.aborted) return;
    if (isNew) this.#firstPage = listing.firstPage ?? this.#firstPage;
    this.#pagesRead = hasMore ? Math.max(this.#pagesRead, listing.pageCount) : listing.pageCount;
    const first = isNew && failure === undefined ? this.#idsAfter(rooms) : undefined;
    this.merge(rooms, hasMore ? first : listing.listedIds);
    this.#isBusy = false;
    // A generator that threw cannot continue.
    if (failure !== undefined) this.#listing = undefined;
    const isFailed = failure !== undefined && !isCancelled(failure.error);
    const known = { ...this.#withoutError, ...(failure === undefined && { hasMore }) };
    this.#setSnapshot(isFailed ? { ...known, status: 'failed', error: failure.error } : { ...known, status: 'ready' });
    this.#ends.fire();
  }

  get #withoutError(): RoomsSnapshot {
    const { error: _, ...snapshot } = this.#snapshot;
    return snapshot;
  }

  #setSnapshot(snapshot: RoomsSnapshot): void {
    this.#snapshot = { ...snapshot, roomCount: this.size };
    this.#changes.fire(this.#snapshot);
  }
}

function idsOf(rooms: readonly Room[]): ReadonlySet<string> {
  return new Set(rooms.map(({ id }) => id));
}
