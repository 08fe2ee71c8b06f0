import type { Room } from '../../../core/api/resources.ts';
import { fields, identifier, readBody } from '../http/bodies.ts';
import type { SandboxContext } from '../http/context.ts';
import { badRequest } from '../http/errors.ts';
import { answerList } from '../http/paging.ts';
import type { RequestContext } from '../http/request.ts';
import type { RoomDocument } from '../store/documents.ts';
import { encryptedPlaceholder, kmsFailure } from '../store/resources.ts';
import { createRoomOf, shownTitle } from './roomAccess.ts';

/** For each room in their order, so that a page ends early. */
const ownRooms = 'EXISTS (SELECT 1 FROM memberships WHERE roomId = rooms.id AND personId = ?)';
const maxTitleLength = 256;
const newRoom = fields({ title: identifier });

/**
 * GET /v1/rooms: the caller's rooms by last activity, newest first. The title of a direct room is the name of the other
 * person.
 */
export function listRooms(c: RequestContext, { database }: SandboxContext): Response {
  const { reach, person } = c.var.caller;
  const listing = {
    table: 'rooms',
    condition: reach === 'own' ? ownRooms : 'TRUE',
    values: reach === 'own' ? [person.id] : [],
  } as const;
  return answerList(c, database, listing, (room) => {
    // Counts the listing. After the last one the failure ends.
    if (typeof room.titleFails === 'number') {
      const { titleFails, ...readable } = room;
      database.update('rooms', titleFails > 1 ? { ...readable, titleFails: titleFails - 1 } : readable);
    }
    return roomResource(room, shownTitle(database, room, person.id));
  });
}

function roomResource({ creatorId: _, titleFails, ...room }: RoomDocument, title: string): Room {
  if (titleFails === undefined) return { ...room, title };
  return { ...room, title: encryptedPlaceholder(room.id), errors: { title: kmsFailure } };
}

/** POST /v1/rooms: creates a group room. Not in the service API [X17]. */
export async function createRoom(c: RequestContext, context: SandboxContext): Promise<Response> {
  const title = (await readBody(c.req.raw, newRoom)).title.trim();
  if (title.length > maxTitleLength) throw badRequest(`“title” is longer than ${maxTitleLength} characters.`);
  const room = context.database.inTransaction(() =>
    createRoomOf(context, { type: 'group', title, members: [c.var.caller.person] }),
  );
  return Response.json(roomResource(room, title));
}
