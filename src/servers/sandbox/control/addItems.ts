import * as v from 'valibot';
import { addMessage } from '../entities/addMessage.ts';
import { findPersonByEmail } from '../entities/people.ts';
import { createRoomOf } from '../entities/roomAccess.ts';
import { identifier, text, texts } from '../http/bodies.ts';
import { badRequest, notFound } from '../http/errors.ts';
import { demoPersonEmail } from '../seed/team.ts';
import { timestamp } from '../store/resources.ts';
import { endpoint } from './endpoint.ts';

const maxCount = 20_000;
const count = v.custom<number>(
  (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxCount,
  `must be a whole number up to ${maxCount}`,
);

/** POST /_sandbox/rooms: creates many rooms for the demo person, each a second older than the previous one. */
export const addRooms = endpoint({ count, titlePrefix: v.optional(text, 'Room') }, (context, body) => {
  const creator = findPersonByEmail(context.database, demoPersonEmail);
  if (creator === undefined) throw badRequest('The sandbox was started without its demo people.');
  const now = context.now();
  const ids = context.database.inTransaction(() =>
    Array.from({ length: body.count }, (_, at) => {
      const room = { type: 'group', title: `${body.titlePrefix} ${at + 1}`, members: [creator] } as const;
      return createRoomOf(context, { ...room, lastActivityMs: now - at * 1000 }).id;
    }),
  );
  return { ids };
});

/**
 * POST /_sandbox/messages: creates many messages by the creator of the room, each a minute older than the previous one. The
 * texts repeat in order. With `parentId` they are replies, and nothing checks that message.
 */
export const addMessages = endpoint(
  {
    roomId: identifier,
    count,
    markdown: v.pipe(texts, v.minLength(1, 'must contain at least one text')),
    parentId: v.optional(text),
  },
  ({ database, now }, { roomId, count, markdown, parentId }) => {
    const room = database.find('rooms', roomId);
    const author = room && database.find('people', room.creatorId);
    if (room === undefined || author === undefined) throw notFound('There is no room with that id.');
    database.inTransaction(() => {
      for (let at = 0; at < count; at += 1) {
        const created = timestamp(now() - at * 60_000);
        addMessage(database, room, author, { markdown: markdown[at % markdown.length], parentId, created });
      }
    });
    return { count };
  },
);
