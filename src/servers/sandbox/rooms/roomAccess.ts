import type { DatabaseSync } from 'node:sqlite';
import { badRequest, notFound } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { findMembership } from '../memberships/membershipRows.ts';
import { findRoom, type RoomRow } from './roomRows.ts';

/** Whether the caller may know of a room: being in it, or reaching the whole organization. */
export function canSeeRoom(database: DatabaseSync, caller: Caller, roomId: string): boolean {
  return caller.reach === 'organization' || findMembership(database, roomId, caller.person.id) !== undefined;
}

/** The room of that id. A room the caller may not know of answers as one that does not exist: 404. */
export function requireRoom(database: DatabaseSync, caller: Caller, roomId: string): RoomRow {
  if (roomId === '') throw badRequest('“roomId” is required.');
  const room = findRoom(database, roomId);
  if (room === undefined || !canSeeRoom(database, caller, roomId)) {
    throw notFound('There is no room with that id, or you are not in it.');
  }
  return room;
}
