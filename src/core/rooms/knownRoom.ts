import type { Room } from '../api/resources.ts';
import { displayTitle } from './displayTitle.ts';
import { foldText } from './foldText.ts';
import { isUnreadable } from './unreadable.ts';

/** A room as it is kept: what the tree shows of it, and what it is sorted and searched by, worked out once. */
export interface KnownRoom {
  readonly room: Room;
  /** Milliseconds since the epoch; 0 when the service tells no readable time. */
  readonly activityMs: number;
  /** The shown title as searches compare it; empty when it could not be retrieved. */
  readonly folded: string;
}

/** Longer titles are never shown whole. */
const maxTitleUnits = 512;

/**
 * Keeps what Roomside uses of a room, and nothing else of what the service sends.
 * @param intern gives one string for equal ones: a team's id comes with each of its rooms
 */
export function knownRoom(given: Room, intern: (text: string) => string): KnownRoom {
  const { id, title, type, isLocked, teamId, lastActivity, created, errors } = given;
  const room: Room = {
    id,
    title: title.length > maxTitleUnits ? title.slice(0, maxTitleUnits).toWellFormed() : title,
    type: intern(type),
    ...(isLocked && { isLocked }),
    ...(teamId !== undefined && { teamId: intern(teamId) }),
    ...(lastActivity !== undefined && { lastActivity }),
    // Only a team is named by age.
    ...(created !== undefined && teamId !== undefined && { created }),
    ...(errors !== undefined && { errors }),
  };
  return {
    room,
    activityMs: timeMs(lastActivity),
    folded: isUnreadable(room) ? '' : foldText(displayTitle(room.title)),
  };
}

/** A time of the service in milliseconds; 0 when it cannot be read. */
export function timeMs(iso: string | undefined): number {
  const atMs = Date.parse(iso ?? '');
  return Number.isNaN(atMs) ? 0 : atMs;
}

/** Whether two answers say the same of a room, as far as it is kept. */
export function isSameRoom(one: Room, other: Room): boolean {
  return (
    one.title === other.title &&
    one.type === other.type &&
    one.isLocked === other.isLocked &&
    one.teamId === other.teamId &&
    one.lastActivity === other.lastActivity &&
    one.created === other.created &&
    one.errors?.title?.code === other.errors?.title?.code &&
    one.errors?.title?.reason === other.errors?.title?.reason
  );
}
