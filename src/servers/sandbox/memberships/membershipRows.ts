import type { DatabaseSync } from 'node:sqlite';
import { execute, selectOne } from '../db/database.ts';

/** A person's place in a room. */
export interface MembershipRow {
  readonly id: string;
  readonly room_id: string;
  readonly person_id: string;
  readonly is_moderator: number;
  readonly created: number;
}

export function insertMembership(database: DatabaseSync, membership: MembershipRow): void {
  execute(
    database,
    'INSERT INTO memberships (id, room_id, person_id, is_moderator, created) VALUES (?, ?, ?, ?, ?)',
    membership.id,
    membership.room_id,
    membership.person_id,
    membership.is_moderator,
    membership.created,
  );
}

export function findMembership(database: DatabaseSync, roomId: string, personId: string): MembershipRow | undefined {
  const sql = 'SELECT * FROM memberships WHERE room_id = ? AND person_id = ?';
  return selectOne<MembershipRow>(database, sql, roomId, personId);
}
