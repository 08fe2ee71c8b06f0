import { timeMs } from '../rooms/knownRoom.ts';
import type { FirstPage } from '../rooms/roomDirectory.ts';
import type { WatchedRoom } from './watchRecord.ts';

/** A watched room whose messages may hold new ones. */
export interface RoomToRead {
  readonly room: WatchedRoom;
  /** The activity that the service told; 0 when it told none. */
  readonly activityMs: number;
}

/**
 * The watched rooms whose messages have to be read after a poll: those with activity since they were read. Where the
 * service lists rooms by activity, a room that is not on the first page has none; elsewhere it has to be read each time.
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

/** A page of one room does not show an order. */
function isByActivity(activities: readonly number[]): boolean {
  return activities.length > 1 && activities.every((atMs, at) => atMs > 0 && atMs <= (activities[at - 1] ?? atMs));
}
