import type { Message } from '../api/resources.ts';
import { messagesSince, newestMark } from './newMessages.ts';
import type { RoomToRead } from './roomsToRead.ts';
import type { WatchedRoom, WatchRecord } from './watchRecord.ts';

/** The result of reading the newest messages of a room: messages, refused for this room, or failed. */
export type RoomRead = RoomToRead &
  ({ readonly messages: readonly Message[] } | { readonly end: 'refused' | 'failed' });

export interface ClaimResult {
  readonly claimed: readonly { readonly room: WatchedRoom; readonly message: Message }[];
  readonly refusedRoomIds: readonly string[];
}

/**
 * Moves the marks past the messages that were read. Messages that another window claimed meanwhile are not claimed
 * again. Rooms that were read move to the end, even after a failure, so that all rooms are read in rotation.
 */
export function claimMessages(record: WatchRecord, reads: readonly RoomRead[]): readonly [WatchRecord, ClaimResult] {
  const byId = new Map(reads.map((read) => [read.room.roomId, read]));
  const [kept, moved]: [WatchedRoom[], WatchedRoom[]] = [[], []];
  const claimed: { room: WatchedRoom; message: Message }[] = [];
  const refusedRoomIds: string[] = [];
  for (const room of record.rooms) {
    const read = byId.get(room.roomId);
    if (read === undefined || !isSameMark(read.room, room)) kept.push(room);
    else if ('end' in read) {
      if (read.end === 'refused') refusedRoomIds.push(room.roomId);
      else moved.push(room);
    } else {
      const { mark } = room;
      if (mark !== undefined) claimed.push(...messagesSince(mark, read.messages).map((message) => ({ room, message })));
      const next = newestMark(read.messages) ?? mark ?? { id: '', createdMs: 0 };
      moved.push({ ...room, mark: next, activityMs: Math.max(room.activityMs, read.activityMs) });
    }
  }
  return [
    { ...record, rooms: [...kept, ...moved] },
    { claimed, refusedRoomIds },
  ];
}

function isSameMark({ mark: one }: WatchedRoom, { mark: other }: WatchedRoom): boolean {
  return one?.id === other?.id && one?.createdMs === other?.createdMs;
}
