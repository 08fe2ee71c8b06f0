import type { Pages } from '../../api/pages.ts';
import type { Room } from '../../api/resources.ts';
import { displayTitle } from '../../rooms/displayTitle.ts';
import { foldText } from '../../rooms/foldText.ts';
import { isUnreadable } from '../../rooms/unreadable.ts';

/** A piece of the rooms whose titles hold every word of a filter, in the order of the service. */
export interface RoomsSlice {
  readonly rooms: readonly Room[];
  readonly hasMore: boolean;
  /** How many rooms were looked at, when the search was given up before the end of the list. */
  readonly searchedCount?: number;
}

/** So many pages of the service are read for one answer. */
const maxPages = 50;

/** Reads the list until the piece is full, and one room further to know whether there are more. */
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
      // One that moved between two pages is named twice.
      if (seen.has(room.id)) continue;
      seen.add(room.id);
      if (isMatch(room, words)) found.push(room);
    }
    pageCount += 1;
    if (found.length > offset + limit) break;
    if (hasNext && pageCount >= maxPages) return { ...pieceOf(found, offset, limit), searchedCount: seen.size };
  }
  return pieceOf(found, offset, limit);
}

/** A search for one room. */
export interface RoomLookup {
  /** `undefined` when the service does not list it among those that were looked at. */
  readonly room: Room | undefined;
  /** What was looked at, with the room. */
  readonly seen: readonly Room[];
  /** The search was given up before the end of the list. */
  readonly isLimitReached: boolean;
}

/** Looks for the room of this id, in so many pages and no more: an id that a model made up must not read the whole list. */
export async function lookUpRoom(pages: Pages<Room>, roomId: string): Promise<RoomLookup> {
  const seen: Room[] = [];
  let pageCount = 0;
  for await (const { items, hasNext } of pages) {
    seen.push(...items);
    pageCount += 1;
    const room = items.find(({ id }) => id === roomId);
    const isGivenUp = hasNext && pageCount >= maxPages;
    if (room !== undefined || isGivenUp) return { room, seen, isLimitReached: room === undefined };
  }
  return { room: undefined, seen, isLimitReached: false };
}

function pieceOf(found: readonly Room[], offset: number, limit: number): RoomsSlice {
  return { rooms: found.slice(offset, offset + limit), hasMore: found.length > offset + limit };
}

/** A placeholder in the place of a title is no title. */
function isMatch(room: Room, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  if (isUnreadable(room)) return false;
  const title = foldText(displayTitle(room.title));
  return words.every((word) => title.includes(word));
}
