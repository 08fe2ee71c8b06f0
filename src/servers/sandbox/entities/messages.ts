import type { Message } from '../../../core/api/resources.ts';
import type { SandboxContext } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { answerList } from '../http/paging.ts';
import type { RequestContext } from '../http/request.ts';
import type { Database } from '../store/database.ts';
import type { MessageDocument } from '../store/documents.ts';
import { timestamp } from '../store/resources.ts';
import { requireInRoom, requireRoom } from './roomAccess.ts';

/**
 * GET /v1/messages?roomId&max&before: the messages of a room, newest first. `before` is an ISO 8601 time, or the id of a
 * message. Not in the service API [X1] [X17].
 */
export function listMessages(c: RequestContext, { database }: SandboxContext): Response {
  const query = new URL(c.req.url).searchParams;
  const room = requireRoom(database, c.var.caller, query.get('roomId') ?? '');
  const before = query.get('before') ?? '';
  const older = olderThan(database, before);
  const listing = {
    table: 'messages',
    condition: `roomId = ? ${older === undefined ? '' : `AND ${older.condition}`}`,
    values: [room.id, ...(older?.values ?? [])],
    before: older && before,
  } as const;
  return answerList(c, database, listing, (message) => messageResource(c, message));
}

/** The condition for messages before a time or a message. */
function olderThan(database: Database, before: string): { condition: string; values: string[] } | undefined {
  const time = /^\d{4}-\d\d-\d\dT/.test(before) ? Date.parse(before) : Number.NaN;
  if (!Number.isNaN(time)) return { condition: 'created < ?', values: [timestamp(time)] };
  if (before === '' || database.find('messages', before) === undefined) return undefined;
  return { condition: '(created, seq) < (SELECT created, seq FROM messages WHERE id = ?)', values: [before] };
}

/** GET /v1/messages/<id>. Not in the service API [X19]. */
export function getMessage(c: RequestContext, { database }: SandboxContext): Response {
  return Response.json(messageResource(c, requireInRoom(c, database, 'messages')));
}

/**
 * DELETE /v1/messages/<id>: allowed for the author, and for an administrator with the required scope. Replies to it are
 * kept. Not in the service API [X2].
 */
export async function deleteMessage(c: RequestContext, { database, contents }: SandboxContext): Promise<Response> {
  const { caller } = c.var;
  const message = requireInRoom(c, database, 'messages');
  if (message.personId !== caller.person.id && caller.reach !== 'organization') {
    throw new ApiError(403, 'Only its author can delete a message.');
  }
  const files = message.contentIds.flatMap((id) => database.select('contents', 'id = ?', id));
  database.inTransaction(() => {
    for (const { id } of files) database.remove('contents', 'id', id);
    database.remove('messages', 'id', message.id);
  });
  for (const { storedAs } of files) await contents.remove(storedAs);
  return new Response(null, { status: 204 });
}

/**
 * The JSON of a message. Only `files`, `roomId`, `text` and `markdown` are in the service API [A9] [X5]. The URLs of its
 * files have the origin of the request.
 */
export function messageResource(c: RequestContext, { contentIds, editCount, ...message }: MessageDocument): Message {
  if (contentIds.length === 0) return message;
  const { origin } = new URL(c.req.url);
  return { ...message, files: contentIds.map((id) => `${origin}/v1/contents/${id}`) };
}
