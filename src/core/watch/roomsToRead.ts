import { timeMs } from '../rooms/knownRoom.ts';
import type { FirstPage } from '../rooms/roomDirectory.ts';
import type { WatchedRoom } from './watchRecord.ts';

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
