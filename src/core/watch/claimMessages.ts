import type { Message } from '../api/resources.ts';
import { timeMs } from '../rooms/knownRoom.ts';
import type { FirstPage } from '../rooms/roomDirectory.ts';
import { messagesSince, newestMark } from './newMessages.ts';
import type { WatchedRoom, WatchRecord } from './watchStore.ts';

/** A watched room that may have new messages. */
export interface RoomToRead {
  readonly room: WatchedRoom;
  /** The activity that the service returned; 0 if none. */
  readonly activityMs: number;
}

/**
 * The watched rooms to read after a poll: those with activity since the last read. If the service lists rooms by
 * activity, a room that is not on the first page has no new activity; otherwise it has to be read each time.
 */
export function roomsToRead(watched: readonly WatchedRoom[], page: FirstPage, nowMs: number): readonly RoomToRead[] {
  const listed = new Map(page.rooms.map(({ id, lastActivity }) => [id, timeMs(lastActivity)]));
  const mayBeElsewhere = page.hasNext && !isByActivity([...listed.values()]);
  return watched.flatMap((room) => {
    const activityMs = listed.get(room.roomId) ?? 0;
    const isListed = listed.has(room.roomId);
    const mayHaveNew = isListed ? activityMs === 0 || activityMs > room.activityMs : mayBeElsewhere;
    const isUnread = room.mark === undefined && (isListed || page.hasNext);
    return room.mutedUntilMs <= nowMs && (mayHaveNew || isUnread) ? [{ room, activityMs }] : [];
  });
}

/** The order of a page with one room is not known. */
function isByActivity(activities: readonly number[]): boolean {
  return activities.length > 1 && activities.every((atMs, at) => atMs > 0 && atMs <= (activities[at - 1] ?? atMs));
}

/** The result of reading the newest messages of a room: messages, refused for this room, or failed. */
export type RoomRead = RoomToRead &
  ({ readonly messages: readonly Message[] } | { readonly end: 'refused' | 'failed' });

interface ClaimResult {
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
