import type { Room } from '../../../core/api/resources.ts';
import type { SandboxContext } from '../context.ts';
import { inTransaction } from '../db/database.ts';
import { createId } from '../db/identifiers.ts';
import { readJsonObject, requiredString, requireKnownFields, requireMediaType } from '../http/bodies.ts';
import { badRequest } from '../http/errors.ts';
import { answerPage, type Listing, type PagedRow, readPageRequest, selectPage } from '../http/paging.ts';
import type { RequestContext } from '../http/request.ts';
import { kmsFailure, timestamp } from '../http/resources.ts';
import { countFailingRead, insertMembership, insertRoom, type RoomRow, shownTitleSql } from './roomRows.ts';

/** The JSON of a room. `title` depends on the viewer. */
function roomResource(row: RoomRow): Room {
  const room: Room = {
    id: row.id,
    title: row.failing_title ?? row.title,
    type: row.type,
    isLocked: row.is_locked === 1,
    ...(row.team_id === null ? {} : { teamId: row.team_id }),
    lastActivity: timestamp(row.last_activity),
    created: timestamp(row.created),
  };
  return row.failing_title === null ? room : { ...room, errors: { title: kmsFailure } };
}

/** Creates a group room. Its creator is the first member and a moderator. */
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

const maxTitleLength = 256;

/**
 * GET /v1/rooms: the caller's rooms by last activity, newest first. The title of a direct room is the name of the other
 * person.
 */
export function listRooms(c: RequestContext, context: SandboxContext): Response {
  const query = new URL(c.req.url).searchParams;
  const page = readPageRequest(query, 'rooms', { standard: 100, maximum: 1000 });
  const { caller } = c.var;
  const isOwn = caller.reach === 'own';
  const listing: Listing = {
    sql: `SELECT r.*, r.last_activity AS page_sort, r.id AS page_id,
          ${shownTitleSql} AS title
          FROM rooms r ${isOwn ? 'JOIN memberships m ON m.room_id = r.id AND m.person_id = ?' : ''} WHERE TRUE`,
    values: isOwn ? [caller.person.id, caller.person.id] : [caller.person.id],
    order: ['r.last_activity', 'r.id'],
    isDescending: true,
  };
  const found = selectPage<RoomRow & PagedRow>(context.database, listing, page);
  const answer = answerPage(c, page, found, roomResource);
  for (const row of found.rows) countFailingRead(context.database, row);
  return answer;
}

/** POST /v1/rooms: creates a group room. Not in the service API [X17]. */
export async function createRoom(c: RequestContext, context: SandboxContext): Promise<Response> {
  requireMediaType(c.req.raw, 'application/json');
  const body = await readJsonObject(c.req.raw);
  requireKnownFields(body, ['title']);
  const title = requiredString(body, 'title').trim();
  if (title.length > maxTitleLength) throw badRequest(`“title” is longer than ${maxTitleLength} characters.`);
  const { database } = context;
  const row = inTransaction(database, () => createGroupRoom(context, { title, creatorId: c.var.caller.person.id }));
  return Response.json(roomResource(row));
}
