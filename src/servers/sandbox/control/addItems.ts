import type { SandboxContext } from '../context.ts';
import { inTransaction } from '../db/database.ts';
import { createId } from '../db/identifiers.ts';
import { mentionDirectory, messageBody } from '../entities/messageBody.ts';
import { insertMessage } from '../entities/messages.ts';
import { findPersonByEmail } from '../entities/people.ts';
import { findRoom } from '../entities/roomRows.ts';
import { createGroupRoom } from '../entities/rooms.ts';
import { optionalAmount, optionalString, optionalStrings, requiredString, requireKnownFields } from '../http/bodies.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { demoPersonEmail } from '../seed/team.ts';

const maxRooms = 20_000;

/** POST /_sandbox/rooms: creates many rooms for the demo person, each a second older than the previous one. */
export function addRooms(context: SandboxContext, body: Readonly<Record<string, unknown>>): { ids: string[] } {
  requireKnownFields(body, ['count', 'titlePrefix']);
  const count = optionalAmount(body, 'count');
  if (count === undefined || !Number.isInteger(count) || count > maxRooms) {
    throw badRequest(`“count” must be a whole number up to ${maxRooms}.`);
  }
  const titlePrefix = optionalString(body, 'titlePrefix') ?? 'Room';
  const creator = findPersonByEmail(context.database, demoPersonEmail);
  if (creator === undefined) throw badRequest('The sandbox was started without its demo people.');
  const now = context.now();
  const ids = inTransaction(context.database, () =>
    Array.from({ length: count }, (_, at) => {
      const title = `${titlePrefix} ${at + 1}`;
      return createGroupRoom(context, { title, creatorId: creator.id, lastActivity: now - at * 1000 }).id;
    }),
  );
  return { ids };
}

const maxMessages = 20_000;

/**
 * POST /_sandbox/messages: creates many messages by the creator of the room, each a minute older than the previous one. The
 * texts repeat in order. With `parentId` they are replies, and nothing checks that message.
 */
export function addMessages(context: SandboxContext, body: Readonly<Record<string, unknown>>): { count: number } {
  requireKnownFields(body, ['roomId', 'count', 'markdown', 'parentId']);
  const room = findRoom(context.database, requiredString(body, 'roomId'));
  if (room === undefined) throw notFound('There is no room with that id.');
  const count = optionalAmount(body, 'count');
  if (count === undefined || !Number.isInteger(count) || count > maxMessages) {
    throw badRequest(`“count” must be a whole number up to ${maxMessages}.`);
  }
  const texts = optionalStrings(body, 'markdown') ?? [];
  if (texts.length === 0) throw badRequest('“markdown” must contain at least one text.');
  const people = mentionDirectory(context, room);
  const parentId = optionalString(body, 'parentId') ?? null;
  const bodies = texts.map((markdown) => messageBody({ markdown }, people));
  inTransaction(context.database, () => {
    for (let at = 0; at < count; at += 1) {
      insertMessage(context.database, {
        ...{ id: createId('MESSAGE'), room_id: room.id, person_id: room.creator_id },
        ...(bodies[at % bodies.length] as (typeof bodies)[number]),
        created: context.now() - at * 60_000,
        parent_id: parentId,
      });
    }
  });
  return { count };
}
