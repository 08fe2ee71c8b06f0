import type { SandboxContext } from '../context.ts';
import { inTransaction } from '../db/database.ts';
import { findPersonByEmail } from '../entities/people.ts';
import { createGroupRoom } from '../entities/rooms.ts';
import { optionalAmount, optionalString, requireKnownFields } from '../http/bodies.ts';
import { badRequest } from '../http/errors.ts';
import { demoPersonEmail } from '../seed/people.ts';

const maxRooms = 20_000;

/** POST /_sandbox/rooms: many rooms for the demo person, each a second older than the one before. */
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
