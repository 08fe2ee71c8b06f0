import type { Pages } from '../api/pages.ts';
import type { Room } from '../api/resources.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { isCancelled, throwIfAborted } from '../base/errors.ts';
import { KnownRooms, type RoomOrder, type RoomsDifference } from './knownRooms.ts';
import type { FoundRooms } from './roomSearch.ts';

/** How it stands with the rooms at this moment; the rooms themselves are asked of the directory. */
export interface RoomsSnapshot {
  /** `idle`: the service was not asked yet; rooms of an earlier session may be known all the same. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly roomCount: number;
  /** Another page exists: the list is honest about not being complete. */
  readonly hasMore: boolean;
  /** Why the last act failed, while `status` is `failed`. What was known before stays. */
  readonly error?: unknown;
}

/** The first page of the newest listing, as the service gave it. */
export interface FirstPage {
  readonly rooms: readonly Room[];
  /** The service named a next page. */
  readonly hasNext: boolean;
}

/** Something was posted to a room. */
export interface RoomActivity {
  readonly roomId: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

/** Starts a listing of the rooms; each call starts at the first page. */
export type ListRooms = (signal: AbortSignal) => Pages<Room>;

export interface RetryRoomsOptions {
  readonly signal?: AbortSignal;
  readonly maxPages?: number;
}

/** A listing that is under way, and whom it has named so far. */
interface Listing {
  readonly pages: Pages<Room>;
  readonly listedIds: Set<string>;
  pageCount: number;
}

const emptySnapshot: RoomsSnapshot = { status: 'idle', roomCount: 0, hasMore: false };
/** A refresh reads again what had been read, but no more than this by itself. */
const maxPagesOnRefresh = 10;

/**
 * The rooms of the account, a page at a time, told as differences. A room that a page does not name stays as it was last
 * known: only a listing that was read to its end tells who is gone.
 */
export class RoomDirectory implements Disposable {
  readonly #list: ListRooms;
  readonly #known = new KnownRooms();
  readonly #changes = new Emitter<RoomsSnapshot>();
  readonly #differences = new Emitter<RoomsDifference>();
  readonly #activities = new Emitter<RoomActivity>();
  #snapshot = emptySnapshot;
  #firstPage: FirstPage | undefined;
  #listing: Listing | undefined;
  #pagesRead = 0;
  #abort = new AbortController();
  #isBusy = false;

  /** Fires when the status, the number of rooms or the end of the list is another. */
  readonly onDidChange = this.#changes.event;
  /** Fires with which rooms are new, different or gone, and never without any; before `onDidChange`. */
  readonly onDidChangeRooms = this.#differences.event;
  readonly onDidNoteActivity = this.#activities.event;

  constructor(list: ListRooms) {
    this.#list = list;
  }

  get snapshot(): RoomsSnapshot {
    return this.#snapshot;
  }

  /** Another object after each first page that was read; `undefined` until then. */
  get firstPage(): FirstPage | undefined {
    return this.#firstPage;
  }

  /** All that are known, in the order the service gave them. */
  get rooms(): readonly Room[] {
    return this.#known.list();
  }

  /** The room as last known. */
  find(roomId: string): Room | undefined {
    return this.#known.find(roomId);
  }

  /** When something last happened in a room, in milliseconds since the epoch; 0 when that is not known. */
  activityMs(roomId: string): number {
    return this.#known.activityMs(roomId);
  }

  /** All that are known, in this order. */
  sorted(order: RoomOrder): readonly Room[] {
    return this.#known.sorted(order);
  }

  /** Ids of direct rooms whose shown title another room bears as well. */
  get ambiguousDirectRooms(): ReadonlySet<string> {
    return this.#known.ambiguousDirectRooms;
  }

  /** The first rooms that answer a search, the best first. Only what is known is searched. */
  search(query: string, limit: number): FoundRooms {
    return this.#known.search(query, limit);
  }

  /** Shows what was known in an earlier session, unless something newer is known already. */
  restore(rooms: readonly Room[]): void {
    if (this.#snapshot.status !== 'idle' || this.#known.size > 0 || rooms.length === 0) return;
    this.#fireDifference(this.#known.merge(rooms));
    this.#setSnapshot({ ...this.#snapshot });
  }

  /**
   * Takes over a first page that another window has read, unless a listing is under way here.
   * @param isComplete there are no other rooms
   */
  mergeSharedPage(rooms: readonly Room[], isComplete: boolean): void {
    if (this.#isBusy) return;
    const removed = isComplete ? this.#known.keepOnly(new Set(rooms.map(({ id }) => id))) : [];
    this.#fireDifference({ ...this.#known.merge(rooms), removed });
    this.#setSnapshot(this.#snapshot);
  }

  /**
   * Starts over with the first page and goes on to as many as had been read before; a listing under way is given up.
   * What was known stays visible.
   */
  async refresh(): Promise<void> {
    const pageCount = Math.min(this.#pagesRead, maxPagesOnRefresh);
    const { signal } = this.#stop();
    do await this.#readNextPage();
    while (!signal.aborted && (this.#listing?.pageCount ?? maxPagesOnRefresh) < pageCount && this.#snapshot.hasMore);
  }

  /**
   * Asks for the first page only, without a word: where the service lists by activity, all that is new stands there.
   * Does nothing while another listing is under way.
   * @throws what kept the page from coming; what was known stays as it was
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
      const removed = page.hasNext ? [] : this.#known.keepOnly(new Set(page.items.map(({ id }) => id)));
      this.#fireDifference({ ...this.#known.merge(page.items), removed });
      this.#setSnapshot({ ...this.#snapshot, hasMore: page.hasNext && this.#snapshot.hasMore });
    } finally {
      if (!signal.aborted) this.#isBusy = false;
    }
  }

  /**
   * Fetches the next page that holds a room not known yet, if there is one and none is on its way. After a failure the
   * listing is begun anew, behind what is known.
   */
  async loadMore(): Promise<void> {
    if (this.#isBusy || !this.#snapshot.hasMore) return;
    const { signal } = this.#abort;
    const { size } = this.#known;
    do await this.#readNextPage();
    while (!signal.aborted && this.#listing !== undefined && this.#known.size <= size && this.#snapshot.hasMore);
  }

  /**
   * Asks again for rooms that could not be retrieved [A61], by listing until all are met again.
   * @param options `maxPages` to look through, where nobody waits for it
   * @returns the rooms as the service gives them now, without those that it lists no more
   */
  async retry(roomIds: readonly string[], options: RetryRoomsOptions = {}): Promise<readonly Room[]> {
    const { signal, maxPages = Number.POSITIVE_INFINITY } = options;
    const abort = signal === undefined ? this.#abort.signal : AbortSignal.any([signal, this.#abort.signal]);
    let pageCount = 0;
    const wanted = new Set(roomIds);
    const found: Room[] = [];
    for await (const page of this.#list(abort)) {
      throwIfAborted(abort);
      const met = page.items.filter((room) => wanted.delete(room.id));
      this.#fireDifference(this.#known.merge(met));
      found.push(...met);
      pageCount += 1;
      if (wanted.size === 0 || pageCount >= maxPages) break;
    }
    return found;
  }

  /** A message went to a room: it moves up at once, and whoever remembers rooms hears of it. */
  noteActivity(roomId: string, atMs: number): void {
    const room = this.find(roomId);
    if (room !== undefined && atMs > this.activityMs(roomId)) {
      this.#fireDifference(this.#known.merge([{ ...room, lastActivity: new Date(atMs).toISOString() }]));
    }
    this.#activities.fire({ roomId, atMs });
  }

  /** Forgets everything: somebody signed out. */
  clear(): void {
    this.#stop();
    this.#pagesRead = 0;
    this.#firstPage = undefined;
    const removed = this.#known.keepOnly(new Set());
    this.#known.clear();
    this.#fireDifference({ added: [], changed: [], removed });
    this.#setSnapshot(emptySnapshot);
  }

  dispose(): void {
    this.#stop();
    this.#changes.dispose();
    this.#differences.dispose();
    this.#activities.dispose();
  }

  #stop(): AbortController {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#listing = undefined;
    this.#isBusy = false;
    return this.#abort;
  }

  async #readNextPage(): Promise<void> {
    const { signal } = this.#abort;
    this.#listing ??= { pages: this.#list(signal), listedIds: new Set(), pageCount: 0 };
    const listing = this.#listing;
    this.#isBusy = true;
    this.#setSnapshot({ ...withoutError(this.#snapshot), status: 'loading' });
    const next = await this.#nextSnapshot(listing, signal);
    // Somebody else's turn has begun: what came is out of date.
    if (signal.aborted) return;
    this.#isBusy = false;
    this.#setSnapshot(next);
  }

  async #nextSnapshot(listing: Listing, signal: AbortSignal): Promise<RoomsSnapshot> {
    try {
      const page = (await listing.pages.next()).value;
      if (signal.aborted) return this.#snapshot;
      const hasMore = page?.hasNext ?? false;
      for (const { id } of page?.items ?? []) listing.listedIds.add(id);
      listing.pageCount += 1;
      if (listing.pageCount === 1) this.#firstPage = { rooms: page?.items ?? [], hasNext: hasMore };
      this.#pagesRead = hasMore ? Math.max(this.#pagesRead, listing.pageCount) : listing.pageCount;
      const removed = hasMore ? [] : this.#known.keepOnly(listing.listedIds);
      this.#fireDifference({ ...this.#known.merge(page?.items ?? []), removed });
      return { ...withoutError(this.#snapshot), status: 'ready', hasMore };
    } catch (error) {
      // A generator that threw is over.
      if (this.#listing === listing) this.#listing = undefined;
      const snapshot = withoutError(this.#snapshot);
      return isCancelled(error) ? { ...snapshot, status: 'ready' } : { ...snapshot, status: 'failed', error };
    }
  }

  #fireDifference(difference: RoomsDifference): void {
    const { added, changed, removed } = difference;
    if (added.length + changed.length + removed.length > 0) this.#differences.fire(difference);
  }

  #setSnapshot(snapshot: RoomsSnapshot): void {
    this.#snapshot = { ...snapshot, roomCount: this.#known.size };
    this.#changes.fire(this.#snapshot);
  }
}

function withoutError({ status, roomCount, hasMore }: RoomsSnapshot): RoomsSnapshot {
  return { status, roomCount, hasMore };
}
