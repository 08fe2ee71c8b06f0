import type { SandboxContext } from '../http/context.ts';
import { badRequest, notFound } from '../http/errors.ts';
import type { Caller, RequestContext } from '../http/request.ts';
import type { Database } from '../store/database.ts';
import type { MembershipDocument, PersonDocument, RoomDocument, Tables } from '../store/documents.ts';
import { createId } from '../store/identifiers.ts';
import { timestamp } from '../store/resources.ts';

/** The direct room of two people; `undefined` if there is none. */
export function sharedDirectRoom(database: Database, oneId: string, otherId: string): RoomDocument | undefined {
  const rooms = 'SELECT roomId FROM memberships WHERE personId = ?';
  const condition = `doc ->> 'type' = 'direct' AND id IN (${rooms}) AND id IN (${rooms})`;
  return database.select('rooms', condition, oneId, otherId)[0];
}

/** The title of a room for one person. That of a direct room is the name of the other person. */
export function shownTitle(database: Database, room: RoomDocument, viewerId: string): string {
  return room.type === 'group' ? room.title : (otherMember(database, room.id, viewerId)?.personDisplayName ?? '');
}

/** A message makes its room the most recent one. */
export function touchRoom(database: Database, room: RoomDocument, now: string): void {
  if (room.lastActivity < now) database.update('rooms', { ...room, lastActivity: now });
}

interface NewRoom {
  readonly type: RoomDocument['type'];
  readonly title: string;
  /** The first members. The creator of a group room is its moderator. */
  readonly members: readonly [creator: PersonDocument, ...others: PersonDocument[]];
  /** Milliseconds since the epoch, now if absent. */
  readonly lastActivityMs?: number;
}

/** Creates a room with its first members. The caller runs it in a transaction. */
export function createRoomOf({ database, now }: SandboxContext, { type, title, members, ...more }: NewRoom) {
  const created = timestamp(now());
  const lastActivity = timestamp(more.lastActivityMs ?? now());
  const room = { id: createId('ROOM'), title, type, isLocked: false, lastActivity, created };
  for (const [at, person] of members.entries()) {
    addMember(database, room.id, person, { isModerator: at === 0 && type === 'group', created });
  }
  return database.insert('rooms', { ...room, creatorId: members[0].id });
}

/** Adds a person to a room. */
export function addMember(
  database: Database,
  roomId: string,
  { id: personId, email: personEmail, displayName: personDisplayName }: PersonDocument,
  more: { readonly id?: string; readonly isModerator: boolean; readonly created: string },
): MembershipDocument {
  const person = { personId, personEmail, personDisplayName };
  return database.insert('memberships', { id: createId('MEMBERSHIP'), roomId, ...person, ...more });
}

export function findMembership(database: Database, roomId: string, personId: string): MembershipDocument | undefined {
  return database.select('memberships', 'roomId = ? AND personId = ?', roomId, personId)[0];
}

/** The first member of a room besides a person. */
export function otherMember(database: Database, roomId: string, personId: string): MembershipDocument | undefined {
  const condition = 'roomId = ? AND personId <> ? ORDER BY created, seq LIMIT 1';
  return database.select('memberships', condition, roomId, personId)[0];
}

/** Whether the caller can see a room: as a member, or with access to the whole organization. */
function canSeeRoom(database: Database, caller: Caller, roomId: string): boolean {
  return caller.reach === 'organization' || findMembership(database, roomId, caller.person.id) !== undefined;
}

/** The room with that id. A room that the caller cannot see is answered like a missing one: 404. */
export function requireRoom(database: Database, caller: Caller, roomId: string): RoomDocument {
  if (roomId === '') throw badRequest('“roomId” is required.');
  const room = database.find('rooms', roomId);
  if (room !== undefined && canSeeRoom(database, caller, roomId)) return room;
  throw notFound('There is no room with that id, or you are not in it.');
}

/** The message or content that the path names, in a room that the caller can see; else 404. */
export function requireInRoom<Table extends 'messages' | 'contents'>(
  c: RequestContext,
  database: Database,
  table: Table,
): Tables[Table] {
  const item = database.find(table, c.req.param('id') ?? '');
  if (item !== undefined && canSeeRoom(database, c.var.caller, item.roomId)) return item;
  const what = table === 'messages' ? 'message' : 'file';
  throw notFound(`There is no ${what} with that id, or you are not in its room.`);
}
