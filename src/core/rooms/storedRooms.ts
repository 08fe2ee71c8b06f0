import type { Room } from '../api/resources.ts';
import { isUnreadable } from './unreadable.ts';

const maxTitleLength = 256;

/** Rooms as stored on disk: only readable ones, and field by field, so that no other data of the service is written. */
export function storedRooms(rooms: readonly Room[], maxRooms: number): readonly Room[] {
  return rooms
    .filter((room) => !isUnreadable(room))
    .slice(0, maxRooms)
    .map(storedRoom);
}

function storedRoom({ id, title, type, isLocked, teamId, lastActivity, created }: Room): Room {
  return {
    ...{ id, title: title.slice(0, maxTitleLength).toWellFormed(), type },
    ...(isLocked && { isLocked }),
    ...(teamId !== undefined && { teamId }),
    ...(lastActivity !== undefined && { lastActivity }),
    // The oldest room of a team names it.
    ...(teamId !== undefined && created !== undefined && { created }),
  };
}

/** Reads stored rooms. Invalid entries are dropped. */
export function readStoredRooms(value: unknown, maxRooms: number): readonly Room[] {
  return Array.isArray(value) ? value.filter(isRoom).slice(0, maxRooms) : [];
}

function isRoom(value: unknown): value is Room {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, type, isLocked, teamId, lastActivity, created } = value as Readonly<Record<string, unknown>>;
  const isText = (field: unknown): boolean => field === undefined || typeof field === 'string';
  const isWhole = typeof id === 'string' && typeof title === 'string' && typeof type === 'string';
  return (
    isWhole &&
    (isLocked === undefined || typeof isLocked === 'boolean') &&
    [teamId, lastActivity, created].every(isText)
  );
}
