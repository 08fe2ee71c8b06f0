import * as v from 'valibot';
import { fields, identifier, readBody, text } from '../http/bodies.ts';
import type { SandboxContext } from '../http/context.ts';
import { ApiError, badRequest } from '../http/errors.ts';
import { answerList } from '../http/paging.ts';
import type { RequestContext } from '../http/request.ts';
import type { PersonDocument } from '../store/documents.ts';
import { timestamp } from '../store/resources.ts';
import { findPersonByEmail } from './people.ts';
import { addMember, findMembership, requireRoom } from './roomAccess.ts';

/** GET /v1/memberships?roomId: the members of a room, oldest first. Not in the service API [X3]. */
export function listMemberships(c: RequestContext, { database }: SandboxContext): Response {
  const query = new URL(c.req.url).searchParams;
  const room = requireRoom(database, c.var.caller, query.get('roomId') ?? '');
  const listing = { table: 'memberships', condition: 'roomId = ?', values: [room.id] } as const;
  return answerList(c, database, listing, (membership) => membership);
}

const newMembership = fields({
  roomId: identifier,
  personEmail: v.optional(text),
  personId: v.optional(text),
  isModerator: v.optional(v.unknown()),
});

/** POST /v1/memberships: adds a person to a room; 409 when already a member. Not in the service API [X17]. */
export async function createMembership(c: RequestContext, context: SandboxContext): Promise<Response> {
  const { database } = context;
  const body = await readBody(c.req.raw, newMembership);
  const room = requireRoom(database, c.var.caller, body.roomId);
  const person = namedPerson(context, body);
  if (room.type === 'direct') throw new ApiError(403, 'A direct room has two people; no other person can be added.');
  const isModerator = findMembership(database, room.id, c.var.caller.person.id)?.isModerator === true;
  if (room.isLocked && !isModerator) throw new ApiError(403, 'The room is locked: only its moderators can add people.');
  if (findMembership(database, room.id, person.id) !== undefined) {
    throw new ApiError(409, `${person.displayName} is already in the room.`);
  }
  const more = { isModerator: body.isModerator === true && isModerator, created: timestamp(context.now()) };
  return Response.json(addMember(database, room.id, person, more));
}

function namedPerson(
  { database }: SandboxContext,
  { personId, personEmail }: v.InferOutput<typeof newMembership>,
): PersonDocument {
  if ((personId === undefined) === (personEmail === undefined)) {
    throw badRequest('Either “personId” or “personEmail” is required, and not both.');
  }
  const person =
    personId === undefined ? findPersonByEmail(database, personEmail ?? '') : database.find('people', personId);
  if (person === undefined) throw badRequest(`No person has the ${personId === undefined ? 'email' : 'id'} given.`);
  return person;
}
