import { contentsOfMessage } from '../contents/contentRows.ts';
import type { SandboxContext } from '../context.ts';
import { inTransaction } from '../db/database.ts';
import { mediaTypeOf, requireMediaType } from '../http/bodies.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { answerPage, type Listing, type PagedRow, readPageRequest, selectPage } from '../http/paging.ts';
import type { RequestContext } from '../http/request.ts';
import { canSeeRoom, requireRoom } from '../rooms/roomAccess.ts';
import { type MessageResource, messageResource } from './messageResource.ts';
import { deleteMessageRows, findMessage, type MessageWithAuthor, selectMessages } from './messageRows.ts';
import { readMultipartMessage } from './multipartMessage.ts';
import { type NewFile, type NewMessage, readJsonMessage } from './newMessage.ts';
import { postMessage, requirePostableRoom } from './postMessage.ts';
import { fetchRemoteFile } from './remoteFile.ts';

/** POST /v1/messages, in both of its body forms. */
export async function createMessage(c: RequestContext, context: SandboxContext): Promise<Response> {
  requireMediaType(c.req.raw, 'multipart/form-data', 'application/json');
  const isMultipart = mediaTypeOf(c.req.raw) === 'multipart/form-data';
  const message = isMultipart
    ? await readMultipartMessage(c.req.raw, context.contents)
    : await readMessageWithUrl(c, context);
  try {
    const id = postMessage(context, c.var.caller, message);
    return Response.json(shownMessage(c, context, id));
  } catch (error) {
    if (message.file !== undefined) await context.contents.remove(message.file.bytes.storedAs);
    throw error;
  }
}

async function readMessageWithUrl(
  c: RequestContext,
  context: SandboxContext,
): Promise<NewMessage & { file: NewFile | undefined }> {
  const { fileUrl, ...message } = await readJsonMessage(c.req.raw);
  // Nothing is fetched for a message that could not be posted.
  requirePostableRoom(context, c.var.caller, message.roomId);
  if (fileUrl === undefined) return { ...message, file: undefined };
  const tools = { send: context.fetchRemote, contents: context.contents, timeoutMs: context.options.remoteTimeoutMs };
  return { ...message, file: await fetchRemoteFile(tools, fileUrl) };
}

/**
 * GET /v1/messages?roomId&max&before: the messages of a room, newest first. `before` may be a cursor, as in every list,
 * or an ISO 8601 time, or the id of a message. Not in the interface [X1] [X17].
 */
export function listMessages(c: RequestContext, context: SandboxContext): Response {
  const query = new URL(c.req.url).searchParams;
  const room = requireRoom(context.database, c.var.caller, query.get('roomId') ?? '');
  const before = query.get('before') ?? '';
  const until = olderThan(context, before);
  if (until !== undefined) query.delete('before');
  const page = readPageRequest(query, 'messages', { standard: 50, maximum: 1000 });
  const listing: Listing = {
    sql: `${selectMessages.replace('SELECT x.*', 'SELECT x.*, x.created AS page_sort, x.seq AS page_id')}
      WHERE x.room_id = ? ${until === undefined ? '' : 'AND (x.created, x.seq) < (?, ?)'}`,
    values: [room.id, ...(until ?? [])],
    order: ['x.created', 'x.seq'],
    isDescending: true,
  };
  const found = selectPage<MessageWithAuthor & PagedRow>(context.database, listing, page);
  const kept = until === undefined ? page : { ...page, keptBefore: before };
  return answerPage(c, kept, found, (row) => resourceOf(c, context, row));
}

/** GET /v1/messages/<id>. Not in the interface [X17]. */
export function getMessage(c: RequestContext, context: SandboxContext): Response {
  return Response.json(resourceOf(c, context, requireMessage(c, context)));
}

/** DELETE /v1/messages/<id>: by its author, or by an administrator with the scope for it. Not in the interface [X2]. */
export async function deleteMessage(c: RequestContext, context: SandboxContext): Promise<Response> {
  const { caller } = c.var;
  const message = requireMessage(c, context);
  if (message.person_id !== caller.person.id && caller.reach !== 'organization') {
    throw new ApiError(403, 'Only its author can delete a message.');
  }
  const files = contentsOfMessage(context.database, message.id);
  inTransaction(context.database, () => deleteMessageRows(context.database, message.id));
  for (const file of files) await context.contents.remove(file.stored_as);
  return new Response(null, { status: 204 });
}

function requireMessage(c: RequestContext, context: SandboxContext): MessageWithAuthor {
  const message = findMessage(context.database, c.req.param('id') ?? '');
  if (message === undefined || !canSeeRoom(context.database, c.var.caller, message.room_id)) {
    throw notFound('There is no message with that id, or you are not in its room.');
  }
  return message;
}

function shownMessage(c: RequestContext, context: SandboxContext, id: string): MessageResource {
  const message = findMessage(context.database, id);
  if (message === undefined) throw new Error('A message just posted is gone.');
  return resourceOf(c, context, message);
}

function resourceOf(c: RequestContext, context: SandboxContext, row: MessageWithAuthor): MessageResource {
  const contentIds = contentsOfMessage(context.database, row.id).map((content) => content.id);
  return messageResource(row, contentIds, new URL(c.req.url).origin);
}

/** The place in time that `before` names, when it is a time or a message and not a cursor. */
function olderThan(context: SandboxContext, before: string): readonly [created: number, seq: number] | undefined {
  if (/^\d{4}-\d\d-\d\dT/.test(before)) {
    const time = Date.parse(before);
    return Number.isNaN(time) ? undefined : [time, 0];
  }
  const message = before === '' ? undefined : findMessage(context.database, before);
  return message && [message.created, message.seq];
}
