import * as v from 'valibot';
import type { Membership } from '../../../core/api/resources.ts';
import { fields, identifier, readBody, text } from '../bodies.ts';
import type { SandboxContext } from '../context.ts';
import { ApiError, badRequest } from '../errors.ts';
import { createId } from '../identifiers.ts';
import { answerList, type Listing } from '../paging.ts';
import type { RequestContext } from '../request.ts';
import { timestamp } from '../resources.ts';
import { findPerson, findPersonByEmail, type PersonRow } from './people.ts';
import { findMembership, insertMembership, type MembershipRow, requireRoom } from './roomRows.ts';

type MembershipWithPerson = MembershipRow & { person_email: string; person_name: string };

/** GET /v1/memberships?roomId: the members of a room, oldest first. Not in the service API [X3]. */
export function listMemberships(c: RequestContext, context: SandboxContext): Response {
  const query = new URL(c.req.url).searchParams;
  const room = requireRoom(context.database, c.var.caller, query.get('roomId') ?? '');
  const listing: Listing = {
    name: 'memberships',
    columns: 'm.*, p.email AS person_email, p.display_name AS person_name',
    from: 'FROM memberships m JOIN people p ON p.id = m.person_id WHERE m.room_id = ?',
    values: [room.id],
    order: ['m.created', 'm.id'],
    isDescending: false,
  };
  return answerList(c, context.database, listing, membershipResource);
}

const newMembership = fields({
  roomId: identifier,
  personEmail: v.optional(text),
  personId: v.optional(text),
  isModerator: v.optional(v.unknown()),
});

/** POST /v1/memberships: adds a person to a room; 409 when already a member. Not in the service API [X17]. */
export async function createMembership(c: RequestContext, context: SandboxContext): Promise<Response> {
  const body = await readBody(c.req.raw, newMembership);
  const room = requireRoom(context.database, c.var.caller, body.roomId);
  const person = namedPerson(context, body);
  if (room.type === 'direct') throw new ApiError(403, 'A direct room has two people; no other person can be added.');
  const own = findMembership(context.database, room.id, c.var.caller.person.id);
  if (room.is_locked === 1 && own?.is_moderator !== 1) {
    throw new ApiError(403, 'The room is locked: only its moderators can add people.');
  }
  if (findMembership(context.database, room.id, person.id) !== undefined) {
    throw new ApiError(409, `${person.display_name} is already in the room.`);
  }
  const membership: MembershipRow = {
    id: createId('MEMBERSHIP'),
    room_id: room.id,
    person_id: person.id,
    is_moderator: body.isModerator === true && own?.is_moderator === 1 ? 1 : 0,
    created: context.now(),
  };
  insertMembership(context.database, membership);
  return Response.json(
    membershipResource({ ...membership, person_email: person.email, person_name: person.display_name }),
  );
}

function namedPerson(
  context: SandboxContext,
  { personId, personEmail }: v.InferOutput<typeof newMembership>,
): PersonRow {
  if ((personId === undefined) === (personEmail === undefined)) {
    throw badRequest('Either “personId” or “personEmail” is required, and not both.');
  }
  const person =
    personId !== undefined
      ? findPerson(context.database, personId)
      : findPersonByEmail(context.database, personEmail ?? '');
  if (person === undefined) throw badRequest(`No person has the ${personId !== undefined ? 'id' : 'email'} given.`);
  return person;
}

function membershipResource(row: MembershipWithPerson): Membership {
  return {
    id: row.id,
    roomId: row.room_id,
    personId: row.person_id,
    personEmail: row.person_email,
    personDisplayName: row.person_name,
    isModerator: row.is_moderator === 1,
    created: timestamp(row.created),
  };
}
