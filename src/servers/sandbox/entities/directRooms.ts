import type { DatabaseSync } from 'node:sqlite';
import type { SandboxContext } from '../context.ts';
import { selectOne } from '../db/database.ts';
import { createId } from '../db/identifiers.ts';
import { badRequest, notFound } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import type { Destination } from './newMessage.ts';
import { findPerson, findPersonByEmail, type PersonRow } from './people.ts';
import { insertMembership, insertRoom, type RoomRow } from './roomRows.ts';

/** The person that a message is sent to. Not in the service API [X20]. 404 when unknown, 400 for the caller. */
export function requireRecipient(
  { database }: SandboxContext,
  caller: Caller,
  { by, key }: Extract<Destination, { kind: 'person' }>,
): PersonRow {
  const person = by === 'toPersonId' ? findPerson(database, key) : findPersonByEmail(database, key);
  if (person === undefined) throw notFound(`No person has the ${by === 'toPersonId' ? 'id' : 'email'} given.`);
  if (person.id === caller.person.id) throw badRequest('A message cannot be sent to oneself.');
  return person;
}

/** The direct room of two people; `undefined` if there is none. */
export function sharedDirectRoom(database: DatabaseSync, oneId: string, otherId: string): RoomRow | undefined {
  const sql = `SELECT r.* FROM rooms r JOIN memberships a ON a.room_id = r.id AND a.person_id = ?
    JOIN memberships b ON b.room_id = r.id AND b.person_id = ? WHERE r.type = 'direct' LIMIT 1`;
  return selectOne<RoomRow>(database, sql, oneId, otherId);
}

/** The direct room of the caller with a person, created if there is none. The caller runs it in a transaction. */
export function openDirectRoom(context: SandboxContext, caller: Caller, person: PersonRow): RoomRow {
  const { database } = context;
  const existing = sharedDirectRoom(database, caller.person.id, person.id);
  if (existing !== undefined) return existing;
  const created = context.now();
  const room: RoomRow = {
    id: createId('ROOM'),
    title: '',
    type: 'direct',
    is_locked: 0,
    team_id: null,
    creator_id: caller.person.id,
    last_activity: created,
    created,
    failing_title: null,
    failing_reads_left: null,
  };
  insertRoom(database, room);
  for (const person_id of [caller.person.id, person.id]) {
    insertMembership(database, { id: createId('MEMBERSHIP'), room_id: room.id, person_id, is_moderator: 0, created });
  }
  return room;
}
