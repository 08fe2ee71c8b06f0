import type { Room } from '../../../core/api/resources.ts';
import { fields, identifier, readBody } from '../bodies.ts';
import type { SandboxContext } from '../context.ts';
import { inTransaction } from '../database.ts';
import { badRequest } from '../errors.ts';
import { answerList, type Listing } from '../paging.ts';
import type { RequestContext } from '../request.ts';
import { kmsFailure, timestamp } from '../resources.ts';
import { countFailingRead, createRoomOf, type RoomRow, shownTitleSql } from './roomRows.ts';

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

const maxTitleLength = 256;
const newRoom = fields({ title: identifier });

/**
 * GET /v1/rooms: the caller's rooms by last activity, newest first. The title of a direct room is the name of the other
 * person.
 */
export function listRooms(c: RequestContext, context: SandboxContext): Response {
  const { caller } = c.var;
  const isOwn = caller.reach === 'own';
  const listing: Listing = {
    name: 'rooms',
    columns: `r.*, ${shownTitleSql} AS title`,
    from: `FROM rooms r ${isOwn ? 'JOIN memberships m ON m.room_id = r.id AND m.person_id = ?' : ''} WHERE TRUE`,
    values: isOwn ? [caller.person.id, caller.person.id] : [caller.person.id],
    order: ['r.last_activity', 'r.id'],
    isDescending: true,
  };
  return answerList<RoomRow>(c, context.database, listing, (row) => {
    countFailingRead(context.database, row);
    return roomResource(row);
  });
}

/** POST /v1/rooms: creates a group room. Not in the service API [X17]. */
export async function createRoom(c: RequestContext, context: SandboxContext): Promise<Response> {
  const title = (await readBody(c.req.raw, newRoom)).title.trim();
  if (title.length > maxTitleLength) throw badRequest(`“title” is longer than ${maxTitleLength} characters.`);
  const row = inTransaction(context.database, () =>
    createRoomOf(context, { type: 'group', title, members: [c.var.caller.person.id] }),
  );
  return Response.json(roomResource(row));
}
