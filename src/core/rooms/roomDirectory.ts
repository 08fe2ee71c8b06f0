import type { Pages } from '../api/pages.ts';
import type { Room } from '../api/resources.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter } from '../base/emitter.ts';
import { isCancelled, throwIfAborted } from '../base/errors.ts';

/** What is known of the rooms at this moment. */
export interface RoomsSnapshot {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  /** In the order the service gave them. */
  readonly rooms: readonly Room[];
  /** Another page exists: the list is honest about not being complete. */
  readonly hasMore: boolean;
  /** Why the last act failed, while `status` is `failed`. What was known before stays. */
  readonly error?: unknown;
}

/** Starts a listing of the rooms; each call starts at the first page. */
export type ListRooms = (signal: AbortSignal) => Pages<Room>;

const nothingYet: RoomsSnapshot = { status: 'idle', rooms: [], hasMore: false };

/** The rooms of the account, a page at a time: the first at `refresh`, each further one at `loadMore`. */
export class RoomDirectory implements Disposable {
  readonly #list: ListRooms;
  readonly #changes = new Emitter<RoomsSnapshot>();
  #snapshot = nothingYet;
  #pages: Pages<Room> | undefined;
  #abort = new AbortController();
  #isBusy = false;

  readonly onDidChange = this.#changes.event;

  constructor(list: ListRooms) {
    this.#list = list;
  }

  get snapshot(): RoomsSnapshot {
    return this.#snapshot;
  }

  /** The room as last listed. */
  find(roomId: string): Room | undefined {
    return this.#snapshot.rooms.find((room) => room.id === roomId);
  }

  /** Starts over with the first page. What was known stays visible until the page is here; a listing under way is given up. */
  async refresh(): Promise<void> {
    this.#stop();
    this.#pages = this.#list(this.#abort.signal);
    await this.#advance([]);
  }

  /**
   * Fetches the next page, if there is one and none is on its way. After a failure the listing is begun anew, behind what
   * is known, and goes on to the first page that holds something new.
   */
  async loadMore(): Promise<void> {
    if (this.#isBusy || !this.#snapshot.hasMore) return;
    this.#pages ??= this.#list(this.#abort.signal);
    await this.#advance(this.#snapshot.rooms);
  }

  /**
   * Asks again for rooms that could not be retrieved ("Partial failure in lists", 4), by listing until the room is met again.
   * @returns the room as the service gives it now; `undefined` when it is listed no more
   */
  async retry(roomId: string, signal?: AbortSignal): Promise<Room | undefined> {
    const abort = signal === undefined ? this.#abort.signal : AbortSignal.any([signal, this.#abort.signal]);
    for await (const page of this.#list(abort)) {
      throwIfAborted(abort);
      const found = page.items.find((room) => room.id === roomId);
      if (found === undefined) continue;
      const rooms = this.#snapshot.rooms.map((room) => (room.id === roomId ? found : room));
      this.#set({ ...this.#snapshot, rooms });
      return found;
    }
    return undefined;
  }

  /** Forgets everything: somebody signed out. */
  clear(): void {
    this.#stop();
    this.#set(nothingYet);
  }

  dispose(): void {
    this.#stop();
    this.#changes.dispose();
  }

  #stop(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#pages = undefined;
    this.#isBusy = false;
  }

  async #advance(known: readonly Room[]): Promise<void> {
    const { signal } = this.#abort;
    this.#isBusy = true;
    this.#set({ ...withoutError(this.#snapshot), status: 'loading' });
    const next = await this.#nextSnapshot(known);
    // Somebody else's turn has begun: what came is out of date.
    if (signal.aborted) return;
    this.#isBusy = false;
    this.#set(next);
  }

  async #nextSnapshot(known: readonly Room[]): Promise<RoomsSnapshot> {
    const pages = this.#pages;
    try {
      for (let rooms = known; ; ) {
        const page = (await pages?.next())?.value;
        const hasMore = page?.hasNext ?? false;
        rooms = mergePages(rooms, page?.items ?? []);
        if (rooms.length > known.length || !hasMore) return { status: 'ready', rooms, hasMore };
      }
    } catch (error) {
      // A generator that threw is over.
      if (this.#pages === pages) this.#pages = undefined;
      const snapshot = withoutError(this.#snapshot);
      return isCancelled(error) ? { ...snapshot, status: 'ready' } : { ...snapshot, status: 'failed', error };
    }
  }

  #set(snapshot: RoomsSnapshot): void {
    this.#snapshot = snapshot;
    this.#changes.fire(snapshot);
  }
}

function withoutError({ status, rooms, hasMore }: RoomsSnapshot): RoomsSnapshot {
  return { status, rooms, hasMore };
}

/** A room that moved between two page requests may come twice: the later, newer one counts, at its first place. */
function mergePages(known: readonly Room[], more: readonly Room[]): readonly Room[] {
  const byId = new Map(known.map((room) => [room.id, room]));
  for (const room of more) byId.set(room.id, room);
  return [...byId.values()];
}
