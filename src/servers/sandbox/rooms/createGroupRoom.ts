import type { SandboxContext } from '../context.ts';
import { createId } from '../db/identifiers.ts';
import { insertMembership } from '../memberships/membershipRows.ts';
import { insertRoom, type RoomRow } from './roomRows.ts';

/** Makes a group room; the one who makes it is its first member and moderator. */
export function createGroupRoom(
  context: SandboxContext,
  room: { title: string; creatorId: string; lastActivity?: number },
): RoomRow {
  const now = context.now();
  const row: RoomRow = {
    id: createId('ROOM'),
    title: room.title,
    type: 'group',
    is_locked: 0,
    team_id: null,
    creator_id: room.creatorId,
    last_activity: room.lastActivity ?? now,
    created: now,
    failing_title: null,
    failing_reads_left: null,
  };
  insertRoom(context.database, row);
  insertMembership(context.database, {
    id: createId('MEMBERSHIP'),
    room_id: row.id,
    person_id: room.creatorId,
    is_moderator: 1,
    created: now,
  });
  return row;
}
