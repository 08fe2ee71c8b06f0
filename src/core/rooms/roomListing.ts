import type { Pages } from '../api/listPages.ts';
import type { Room } from '../api/resources.ts';

/** The state of the directory. Query the rooms from the directory. */
export interface RoomsSnapshot {
  /** `idle`: no request was made yet; rooms of an earlier session may be known. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  readonly roomCount: number;
  /** The service has more pages, so the list is incomplete. */
  readonly hasMore: boolean;
  /** The error of the last request, while `status` is `failed`. Known rooms are kept. */
  readonly error?: unknown;
}

/** The first page of the newest listing. */
export interface FirstPage {
  readonly rooms: readonly Room[];
  /** The service has a next page. */
  readonly hasNext: boolean;
}

/** Starts a listing of the rooms. Each call starts at the first page. */
export type ListRooms = (signal: AbortSignal) => Pages<Room>;

/** A running listing. */
export class RoomListing {
  readonly #pages: Pages<Room>;
  /** The ids of all rooms that were listed. */
  readonly listedIds = new Set<string>();
  pageCount = 0;
  firstPage: FirstPage | undefined;

  constructor(pages: Pages<Room>) {
    this.#pages = pages;
  }

  /** Reads this many pages, if there are as many. Rooms of pages before a failure are kept. */
  async read(maxPages: number): Promise<{ rooms: readonly Room[]; hasMore: boolean; failure?: { error: unknown } }> {
    const rooms: Room[] = [];
    let hasMore = true;
    try {
      for (let left = maxPages; left > 0 && hasMore; left -= 1) {
        const { items = [], hasNext = false } = (await this.#pages.next()).value ?? {};
        hasMore = hasNext;
        rooms.push(...items);
        for (const { id } of items) this.listedIds.add(id);
        this.pageCount += 1;
        this.firstPage ??= { rooms: items, hasNext };
      }
      return { rooms, hasMore };
    } catch (error) {
      return { rooms, hasMore, failure: { error } };
    }
  }
}
