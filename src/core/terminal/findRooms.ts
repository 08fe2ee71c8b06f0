import type { Pages } from '../api/listPages.ts';
import type { Room } from '../api/resources.ts';
import { disambiguate } from '../base/text/disambiguate.ts';
import { lookAlikeKey } from '../base/text/lookAlikes.ts';
import { teamNames } from '../rooms/groupRooms.ts';
import { foldedTitle } from '../rooms/knownRoom.ts';
import { isTitleMatch, searchWords } from '../rooms/roomSearch.ts';

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
  const words = searchWords(filter);
  const matching = (rooms: readonly Room[]) => rooms.filter((room) => isTitleMatch(foldedTitle(room), words));
  const end = offset + limit;
  const { rooms, isLimitReached } = await readRooms(pages, (read) => matching(read).length > end);
  const found = matching(rooms);
  return {
    rooms: found.slice(offset, end),
    hasMore: found.length > end,
    ...(isLimitReached && { searchedCount: rooms.length }),
  };
}

/** Finds a room by id within a limited number of pages, because a model can make up an id. */
export async function lookUpRoom(pages: Pages<Room>, roomId: string) {
  const { rooms, isLimitReached } = await readRooms(pages, (read) => read.some(({ id }) => id === roomId));
  return { room: rooms.find(({ id }) => id === roomId), searchedRooms: rooms, isLimitReached };
}

/**
 * Reads pages until there are enough rooms.
 * @returns `isLimitReached`: the reading stopped before there were enough, and before the end of the list
 */
async function readRooms(pages: Pages<Room>, isEnough: (read: readonly Room[]) => boolean) {
  const rooms: Room[] = [];
  let pageCount = 0;
  for await (const { items, hasNext } of pages) {
    rooms.push(...items);
    pageCount += 1;
    if (isEnough(rooms)) break;
    if (hasNext && pageCount >= maxPages) return { rooms, isLimitReached: true };
  }
  return { rooms, isLimitReached: false };
}

/** What distinguishes a room from all others in a question to the user. */
export interface RoomIdentity {
  readonly room: Room;
  /** The room that names the team; `undefined` when the team's name is not known. See `room.teamId`. */
  readonly team: Room | undefined;
  /** The shortest suffix of the id that is unique among known rooms of the same title. */
  readonly idSuffix: string;
  /** The number of other known rooms whose title looks like this one. */
  readonly sameTitleCount: number;
}

const shownIdLength = 6;

/** @param known rooms of the account, with or without the room itself */
export function identifyRoom(room: Room, known: readonly Room[]): RoomIdentity {
  const title = lookAlikeKey(room.title);
  const sameTitle = known.filter((other) => other.id !== room.id && lookAlikeKey(other.title) === title);
  const ids = new Set([room, ...sameTitle].map(({ id }) => id));
  const ends = disambiguate(new Map(Array.from(ids, (id) => [id, title])));
  return {
    room,
    team: room.teamId === undefined ? undefined : teamNames(known).get(room.teamId),
    idSuffix: ends.get(room.id) ?? room.id.slice(-shownIdLength),
    sameTitleCount: ids.size - 1,
  };
}
