import type { Message } from '../../../core/api/resources.ts';
import { messagesSince, newestMark } from './newMessages.ts';
import type { RoomRead } from './readRoom.ts';
import type { ReadMode } from './roomsToRead.ts';
import { maxFollowedRooms, type WatchedRoom, type WatchRecord, watchesAccount } from './watchStore.ts';

export interface ClaimedMessage {
  readonly room: WatchedRoom;
  readonly mode: ReadMode;
  readonly message: Message;
}

interface ClaimResult {
  readonly claimed: readonly ClaimedMessage[];
  /** Rooms that were watched by themselves. */
  readonly refusedRoomIds: readonly string[];
}

/**
 * Moves the marks past the messages that were read. Messages that another window claimed meanwhile are not claimed
 * again. Rooms that were read move to the end, even after a failure, so that all rooms are read in rotation.
 */
export function claimMessages(record: WatchRecord, reads: readonly RoomRead[]): readonly [WatchRecord, ClaimResult] {
  const byId = new Map(reads.map((read) => [read.room.roomId, read]));
  const [kept, moved]: [WatchedRoom[], WatchedRoom[]] = [[], []];
  const claimed: ClaimedMessage[] = [];
  const refusedRoomIds: string[] = [];
  for (const room of [...record.rooms, ...firstReads(record, reads)]) {
    const read = byId.get(room.roomId);
    if (read === undefined || !isSameMark(read.room, room)) kept.push(room);
    else if (!('end' in read)) {
      const { mark } = room;
      const mode = room.mode ?? read.mode;
      const found = mark === undefined ? [] : messagesSince(mark, read.messages);
      claimed.push(...found.map((message) => ({ room, mode, message })));
      const next = newestMark(read.messages) ?? mark ?? { id: '', createdMs: 0 };
      moved.push({ ...room, mark: next, activityMs: Math.max(room.activityMs, read.activityMs) });
    } else if (read.end === 'failed') moved.push(room);
    else if (room.mode === undefined) moved.push({ ...room, activityMs: Math.max(room.activityMs, read.activityMs) });
    else refusedRoomIds.push(room.roomId);
  }
  return [withinLimit({ ...record, rooms: [...kept, ...moved] }), { claimed, refusedRoomIds }];
}

/** The rooms that the watches of the account have read for the first time. */
function firstReads(record: WatchRecord, reads: readonly RoomRead[]): readonly WatchedRoom[] {
  if (!watchesAccount(record)) return [];
  const known = new Set(record.rooms.map(({ roomId }) => roomId));
  return reads.map(({ room }) => room).filter(({ roomId, mode }) => mode === undefined && !known.has(roomId));
}

/** Forgets the rooms with the oldest activity. They are not read again before they have newer activity. */
function withinLimit(record: WatchRecord): WatchRecord {
  const followed = record.rooms.filter(({ mode }) => mode === undefined);
  if (followed.length <= maxFollowedRooms) return record;
  const dropped = followed.sort((one, other) => other.activityMs - one.activityMs).slice(maxFollowedRooms);
  const { account, rooms } = record;
  const sinceMs = Math.max(account.sinceMs, ...dropped.map(({ activityMs }) => activityMs));
  return { ...record, account: { ...account, sinceMs }, rooms: rooms.filter((room) => !dropped.includes(room)) };
}

function isSameMark({ mark: one }: WatchedRoom, { mark: other }: WatchedRoom): boolean {
  return one?.id === other?.id && one?.createdMs === other?.createdMs;
}
