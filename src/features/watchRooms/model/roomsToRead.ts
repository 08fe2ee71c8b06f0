import type { Page } from '../../../core/api/listPages.ts';
import type { Room } from '../../../core/api/resources.ts';
import { timeMs } from '../../../core/base/clock.ts';
import { isByActivity } from '../../../core/rooms/goneRooms.ts';
import { type AccountWatch, type WatchedRoom, type WatchMode, type WatchRecord, watchesAccount } from './watchStore.ts';

/** Which messages of a room cause a notification; replies do in each of them while the account watches replies. */
export type ReadMode = WatchMode | 'replies';

/** A room that may have new messages to notify about. */
export interface RoomToRead {
  readonly room: WatchedRoom;
  /** The activity that the service returned; 0 if none. */
  readonly activityMs: number;
  readonly mode: ReadMode;
}

interface ListedRoom {
  readonly activityMs: number;
  readonly isDirect: boolean;
}

/**
 * The rooms to read after a poll: those with activity since the last read. If the service lists rooms by activity, a room
 * that is not on the first page has no new activity; otherwise a watched room has to be read each time. The watches of the
 * account read rooms of the first page only.
 */
export function roomsToRead(record: WatchRecord, page: Page<Room>, nowMs: number): readonly RoomToRead[] {
  const factsOf = ({ lastActivity, type }: Room) => ({ activityMs: timeMs(lastActivity), isDirect: type === 'direct' });
  const listed = new Map(page.items.map((room) => [room.id, factsOf(room)]));
  const mayBeElsewhere = page.hasNext && !isByActivity(page.items);
  const known = record.rooms.flatMap((room): readonly RoomToRead[] => {
    const found = listed.get(room.roomId);
    const mode = room.mode ?? modeOf(record.account, found);
    if (mode === undefined || mode === 'off' || room.mutedUntilMs > nowMs) return [];
    const activityMs = found?.activityMs ?? 0;
    const mayHaveNew = found === undefined ? mayBeElsewhere : activityMs === 0 || activityMs > room.activityMs;
    const isUnread = room.mark === undefined && (found !== undefined || page.hasNext);
    return mayHaveNew || isUnread ? [{ room, activityMs, mode }] : [];
  });
  // First: each is read once and has a record from then on.
  return [...roomsWithoutRecord(record, listed), ...known];
}

function roomsWithoutRecord(record: WatchRecord, listed: ReadonlyMap<string, ListedRoom>): readonly RoomToRead[] {
  if (!watchesAccount(record)) return [];
  const { sinceMs } = record.account;
  const recorded = new Set(record.rooms.map(({ roomId }) => roomId));
  return [...listed].flatMap(([roomId, found]) => {
    const mode = modeOf(record.account, found);
    const { activityMs } = found;
    if (mode === undefined || recorded.has(roomId) || activityMs <= sinceMs) return [];
    const room = { roomId, mutedUntilMs: 0, activityMs: sinceMs, mark: { id: '', createdMs: sinceMs } };
    return [{ room, activityMs, mode }];
  });
}

/** The mode of a room that is watched only with the others; `undefined` if it is not, or not on the page. */
function modeOf({ direct, replies }: AccountWatch, room: ListedRoom | undefined): ReadMode | undefined {
  if (direct && room?.isDirect) return 'all';
  return replies && room !== undefined ? 'replies' : undefined;
}
