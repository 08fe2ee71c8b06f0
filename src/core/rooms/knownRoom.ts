import type { Room } from '../api/resources.ts';
import { timeMs } from '../base/clock.ts';
import { displayTitle, foldText } from '../base/text/displayText.ts';

/** A room with precomputed values for sorting and searching. */
export interface KnownRoom {
  readonly room: Room;
  /** Milliseconds since the epoch; 0 when the service gives no valid time. */
  readonly activityMs: number;
  /** See `foldedTitle`. */
  readonly folded: string;
}

/** Longer titles are always cut for display. */
const maxTitleUnits = 256;

/** Keeps only the fields of a room that Roomside uses. */
export function knownRoom(given: Room): KnownRoom {
  const { id, title, type, isLocked, teamId, lastActivity, created, errors } = given;
  const room: Room = {
    id,
    title: title.length > maxTitleUnits ? title.slice(0, maxTitleUnits).toWellFormed() : title,
    type,
    ...(isLocked && { isLocked }),
    ...(teamId !== undefined && { teamId }),
    ...(lastActivity !== undefined && { lastActivity }),
    // Only the names of teams depend on the creation time.
    ...(created !== undefined && teamId !== undefined && { created }),
    ...(errors !== undefined && { errors }),
  };
  return { room, activityMs: timeMs(lastActivity), folded: foldedTitle(room) };
}

/** The displayed title, folded for sorting and searching; empty when the title could not be read. */
export function foldedTitle(room: Room): string {
  return isUnreadable(room) ? '' : foldText(displayTitle(room.title));
}

/** Whether the title could not be retrieved, so that its placeholder must not be used as a name. */
export function isUnreadable(room: Room): boolean {
  return room.errors?.title !== undefined;
}
