import type { DatabaseSync } from 'node:sqlite';
import type { SandboxContext } from '../context.ts';
import { execute, insertRow, selectOne } from '../database.ts';
import { badRequest, notFound } from '../errors.ts';
import { createId } from '../identifiers.ts';
import type { Caller } from '../request.ts';

/** A stored room. */
export interface RoomRow {
  readonly id: string;
  readonly title: string;
  readonly type: 'group' | 'direct';
  readonly is_locked: number;
  readonly team_id: string | null;
  readonly creator_id: string;
  readonly last_activity: number;
  readonly created: number;
  /** The placeholder for a title that cannot be decrypted. */
  readonly failing_title: string | null;
  /** How many more listings fail; null for a permanent failure. */
  readonly failing_reads_left: number | null;
}

export function insertRoom(database: DatabaseSync, room: RoomRow): void {
  insertRow(database, 'rooms', room);
}

export function findRoom(database: DatabaseSync, id: string): RoomRow | undefined {
  return selectOne<RoomRow>(database, 'SELECT * FROM rooms WHERE id = ?', id);
}

/** The direct room of two people; `undefined` if there is none. */
export function sharedDirectRoom(database: DatabaseSync, oneId: string, otherId: string): RoomRow | undefined {
  const sql = `SELECT r.* FROM rooms r JOIN memberships a ON a.room_id = r.id AND a.person_id = ?
    JOIN memberships b ON b.room_id = r.id AND b.person_id = ? WHERE r.type = 'direct' LIMIT 1`;
  return selectOne<RoomRow>(database, sql, oneId, otherId);
}

/** The title of a room for one person, as an SQL expression over `rooms r` with the id of that person as parameter. */
export const shownTitleSql = `CASE r.type WHEN 'direct' THEN (
  SELECT p.display_name FROM memberships o JOIN people p ON p.id = o.person_id
  WHERE o.room_id = r.id AND o.person_id <> ? LIMIT 1
) ELSE r.title END`;

/** The title of a direct room is the name of the other person. */
export function shownTitle(database: DatabaseSync, roomId: string, viewerId: string): string {
  const sql = `SELECT ${shownTitleSql} AS title FROM rooms r WHERE r.id = ?`;
  return selectOne<{ title: string | null }>(database, sql, viewerId, roomId)?.title ?? '';
}

/** A message makes its room the most recent one. */
export function touchRoom(database: DatabaseSync, id: string, now: number): void {
  execute(database, 'UPDATE rooms SET last_activity = max(last_activity, ?) WHERE id = ?', now, id);
}

/** Counts a listing in which the title could not be decrypted. After the last one the failure ends. */
export function countFailingRead(database: DatabaseSync, room: RoomRow): void {
  if (room.failing_title === null || room.failing_reads_left === null) return;
  if (room.failing_reads_left > 1) {
    execute(database, 'UPDATE rooms SET failing_reads_left = failing_reads_left - 1 WHERE id = ?', room.id);
  } else {
    execute(database, 'UPDATE rooms SET failing_title = NULL, failing_reads_left = NULL WHERE id = ?', room.id);
  }
}

/** What differs between new rooms. */
interface NewRoom {
  readonly type: RoomRow['type'];
  readonly title: string;
  /** The first members. The creator of a group room is its moderator. */
  readonly members: readonly [creatorId: string, ...ids: string[]];
  /** Milliseconds since the epoch, now if absent. */
  readonly lastActivity?: number;
}

/** Creates a room with its first members. The caller runs it in a transaction. */
export function createRoomOf({ database, now }: SandboxContext, room: NewRoom): RoomRow {
  const created = now();
  const { type, title, members } = room;
  const row: RoomRow = {
    ...{ id: createId('ROOM'), title, type, is_locked: 0, team_id: null, creator_id: members[0] },
    ...{ last_activity: room.lastActivity ?? created, created, failing_title: null, failing_reads_left: null },
  };
  insertRoom(database, row);
  for (const [at, person_id] of members.entries()) {
    const is_moderator = at === 0 && type === 'group' ? 1 : 0;
    insertMembership(database, { id: createId('MEMBERSHIP'), room_id: row.id, person_id, is_moderator, created });
  }
  return row;
}

/** A person's membership in a room. */
export interface MembershipRow {
  readonly id: string;
  readonly room_id: string;
  readonly person_id: string;
  readonly is_moderator: number;
  readonly created: number;
}

export function insertMembership(database: DatabaseSync, membership: MembershipRow): void {
  insertRow(database, 'memberships', membership);
}

export function findMembership(database: DatabaseSync, roomId: string, personId: string): MembershipRow | undefined {
  const sql = 'SELECT * FROM memberships WHERE room_id = ? AND person_id = ?';
  return selectOne<MembershipRow>(database, sql, roomId, personId);
}

/** The id of the first member of a room besides a person. */
export function otherMember(database: DatabaseSync, roomId: string, personId: string): string | undefined {
  const others = 'SELECT person_id FROM memberships WHERE room_id = ? AND person_id <> ? ORDER BY created, id LIMIT 1';
  return selectOne<{ person_id: string }>(database, others, roomId, personId)?.person_id;
}

/** Whether the caller can see a room: as a member, or with access to the whole organization. */
export function canSeeRoom(database: DatabaseSync, caller: Caller, roomId: string): boolean {
  return caller.reach === 'organization' || findMembership(database, roomId, caller.person.id) !== undefined;
}

/** The room with that id. A room that the caller cannot see is answered like a missing one: 404. */
export function requireRoom(database: DatabaseSync, caller: Caller, roomId: string): RoomRow {
  if (roomId === '') throw badRequest('“roomId” is required.');
  const room = findRoom(database, roomId);
  if (room === undefined || !canSeeRoom(database, caller, roomId)) {
    throw notFound('There is no room with that id, or you are not in it.');
  }
  return room;
}
