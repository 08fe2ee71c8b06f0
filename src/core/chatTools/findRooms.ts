import type { Pages } from '../api/pages.ts';
import type { Room } from '../api/resources.ts';
import { displayTitle } from '../base/text/displayTitle.ts';
import { foldText } from '../base/text/foldText.ts';
import { isUnreadable } from '../rooms/unreadable.ts';

/** A slice of the rooms whose titles contain every word of a filter, in the order of the service. */
export interface RoomsSlice {
  readonly rooms: readonly Room[];
  readonly hasMore: boolean;
  /** The number of searched rooms, if the search stopped before the end of the list. */
  readonly searchedCount?: number;
}

/** The most pages of the service per answer. */
const maxPages = 50;

/** Reads pages until the slice is full and one more room is found, or the limit is reached. */
export async function findRooms(
  pages: Pages<Room>,
  { filter, offset, limit }: { readonly filter: string; readonly offset: number; readonly limit: number },
): Promise<RoomsSlice> {
  const words = foldText(filter).split(/\s+/).filter(Boolean);
  const found: Room[] = [];
  const seen = new Set<string>();
  let pageCount = 0;
  for await (const { items, hasNext } of pages) {
    for (const room of items) {
      // A room that moved between two pages is listed twice.
      if (seen.has(room.id)) continue;
      seen.add(room.id);
      if (isMatch(room, words)) found.push(room);
    }
    pageCount += 1;
    if (found.length > offset + limit) break;
    if (hasNext && pageCount >= maxPages) return { ...sliceOf(found, offset, limit), searchedCount: seen.size };
  }
  return sliceOf(found, offset, limit);
}

/** A search for one room. */
export interface RoomLookup {
  /** `undefined` when the room is not among the searched rooms. */
  readonly room: Room | undefined;
  /** The searched rooms, including the found one. */
  readonly searchedRooms: readonly Room[];
  /** The search stopped before the end of the list. */
  readonly isLimitReached: boolean;
}

/** Finds a room by id within a limited number of pages, because a model can make up an id. */
export async function lookUpRoom(pages: Pages<Room>, roomId: string): Promise<RoomLookup> {
  const searchedRooms: Room[] = [];
  let pageCount = 0;
  for await (const { items, hasNext } of pages) {
    searchedRooms.push(...items);
    pageCount += 1;
    const room = items.find(({ id }) => id === roomId);
    const isAtLimit = hasNext && pageCount >= maxPages;
    if (room !== undefined || isAtLimit) return { room, searchedRooms, isLimitReached: room === undefined };
  }
  return { room: undefined, searchedRooms, isLimitReached: false };
}

function sliceOf(found: readonly Room[], offset: number, limit: number): RoomsSlice {
  return { rooms: found.slice(offset, offset + limit), hasMore: found.length > offset + limit };
}

/** The placeholder of an unreadable title is not searched. */
function isMatch(room: Room, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  if (isUnreadable(room)) return false;
  const title = foldText(displayTitle(room.title));
  return words.every((word) => title.includes(word));
}
