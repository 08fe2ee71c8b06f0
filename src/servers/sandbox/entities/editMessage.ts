import { fields, identifier, readBody } from '../http/bodies.ts';
import type { SandboxContext } from '../http/context.ts';
import { ApiError, badRequest } from '../http/errors.ts';
import type { RequestContext } from '../http/request.ts';
import { timestamp } from '../store/resources.ts';
import { messageContentOf } from './addMessage.ts';
import { messageResource } from './messages.ts';
import { requireFitting } from './newMessage.ts';
import { requireInRoom, requireRoom } from './roomAccess.ts';

const maxEdits = 10;

const editedMessage = fields({ roomId: identifier, markdown: identifier });

/**
 * PUT /v1/messages/<id>: replaces the Markdown of a message, at most ten times. Only for its author, and not for a message with
 * files. Not in the service API [X21].
 */
export async function editMessage(c: RequestContext, { database, now }: SandboxContext): Promise<Response> {
  const { roomId, markdown } = await readBody(c.req.raw, editedMessage);
  requireFitting({ markdown });
  const edited = database.inTransaction(() => {
    const message = requireInRoom(c, database, 'messages');
    if (message.personId !== c.var.caller.person.id) throw new ApiError(403, 'Only its author can edit a message.');
    if (message.roomId !== roomId) throw badRequest('“roomId” must be the id of the room of the message.');
    if (message.contentIds.length > 0) throw badRequest('A message with files cannot be edited.');
    const { editCount = 0, mentionedPeople, mentionedGroups, ...kept } = message;
    if (editCount >= maxEdits) throw badRequest(`A message can be edited ${maxEdits} times.`);
    const content = messageContentOf(database, requireRoom(database, c.var.caller, roomId), { markdown });
    const next = { ...kept, ...content, updated: timestamp(now()), editCount: editCount + 1 };
    database.update('messages', next);
    return next;
  });
  return Response.json(messageResource(c, edited));
}
