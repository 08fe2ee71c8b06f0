import type { DatabaseSync } from 'node:sqlite';
import type { Message } from '../../../core/api/resources.ts';
import type { SandboxContext } from '../context.ts';
import { execute, insertRow, inTransaction, selectOne, wholeText } from '../database.ts';
import { ApiError, notFound } from '../errors.ts';
import { answerList, type Listing } from '../paging.ts';
import type { RequestContext } from '../request.ts';
import { timestamp } from '../resources.ts';
import { contentsOfMessage } from './contents.ts';
import { canSeeRoom, requireRoom } from './roomRows.ts';

/** A stored message. */
export interface MessageRow {
  /** Increases with every message, so that messages of the same millisecond stay in order. */
  readonly seq: number;
  readonly id: string;
  readonly room_id: string;
  readonly person_id: string;
  readonly text: string | null;
  readonly markdown: string | null;
  readonly html: string | null;
  /** JSON list of person ids. */
  readonly mentioned_people: string;
  readonly mentions_all: number;
  readonly created: number;
  /** The message it replies to, which may be deleted. */
  readonly parent_id: string | null;
}

/** A message with the data of its author and room that its resource contains. */
type MessageWithAuthor = MessageRow & { readonly person_email: string; readonly room_type: string };

/** Replaces the columns in `x.*`: the last column of a name counts. */
const texts = ['text', 'markdown', 'html'].map((column) => wholeText('x', column)).join(', ');

/** Messages with author and room. A WHERE clause follows. */
const columns = `x.*, ${texts}, p.email AS person_email, r.type AS room_type`;
const from = `FROM messages x JOIN people p ON p.id = x.person_id JOIN rooms r ON r.id = x.room_id`;

export function insertMessage(database: DatabaseSync, message: Omit<MessageRow, 'seq'>): void {
  insertRow(database, 'messages', message);
}

export function findMessage(database: DatabaseSync, id: string): MessageWithAuthor | undefined {
  return selectOne<MessageWithAuthor>(database, `SELECT ${columns} ${from} WHERE x.id = ?`, id);
}

/** Deletes a message and the records of its files. The caller deletes their bytes. Replies to it are kept. */
function deleteMessageRows(database: DatabaseSync, id: string): void {
  execute(database, 'DELETE FROM contents WHERE message_id = ?', id);
  execute(database, 'DELETE FROM messages WHERE id = ?', id);
}

/**
 * GET /v1/messages?roomId&max&before: the messages of a room, newest first. `before` may be a cursor, as in every list, an
 * ISO 8601 time, or the id of a message. Not in the service API [X1] [X17].
 */
export function listMessages(c: RequestContext, context: SandboxContext): Response {
  const query = new URL(c.req.url).searchParams;
  const room = requireRoom(context.database, c.var.caller, query.get('roomId') ?? '');
  const before = query.get('before') ?? '';
  const until = olderThan(context, before);
  const listing: Listing = {
    name: 'messages',
    columns,
    from: `${from} WHERE x.room_id = ? ${until === undefined ? '' : 'AND (x.created, x.seq) < (?, ?)'}`,
    values: [room.id, ...(until ?? [])],
    order: ['x.created', 'x.seq'],
    isDescending: true,
    pageSize: 50,
    keptBefore: until && before,
  };
  return answerList<MessageWithAuthor>(c, context.database, listing, (row) => resourceOf(c, context, row));
}

/** GET /v1/messages/<id>. Not in the service API [X19]. */
export function getMessage(c: RequestContext, context: SandboxContext): Response {
  return Response.json(resourceOf(c, context, requireMessage(c, context)));
}

/**
 * DELETE /v1/messages/<id>: allowed for the author, and for an administrator with the required scope. Not in the service
 * API [X2].
 */
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

/**
 * The JSON of a message. Only `files`, `roomId`, `text` and `markdown` are in the service API [A9] [X5]. The URLs of its
 * files have the origin of the request.
 */
export function resourceOf(
  c: RequestContext,
  context: SandboxContext,
  row: MessageWithAuthor,
): Message & { readonly roomType: string } {
  const { origin } = new URL(c.req.url);
  const files = contentsOfMessage(context.database, row.id).map(({ id }) => `${origin}/v1/contents/${id}`);
  const mentionedPeople = JSON.parse(row.mentioned_people) as string[];
  return {
    id: row.id,
    roomId: row.room_id,
    roomType: row.room_type,
    ...(row.text === null ? {} : { text: row.text }),
    ...(row.markdown === null ? {} : { markdown: row.markdown }),
    ...(row.html === null ? {} : { html: row.html }),
    ...(files.length === 0 ? {} : { files }),
    personId: row.person_id,
    personEmail: row.person_email,
    ...(mentionedPeople.length === 0 ? {} : { mentionedPeople }),
    ...(row.mentions_all === 1 ? { mentionedGroups: ['all'] } : {}),
    ...(row.parent_id === null ? {} : { parentId: row.parent_id }),
    created: timestamp(row.created),
  };
}

/** The time that `before` refers to, when it is a time or a message instead of a cursor. */
function olderThan(context: SandboxContext, before: string): readonly [created: number, seq: number] | undefined {
  if (/^\d{4}-\d\d-\d\dT/.test(before)) {
    const time = Date.parse(before);
    return Number.isNaN(time) ? undefined : [time, 0];
  }
  const message = before === '' ? undefined : findMessage(context.database, before);
  return message && [message.created, message.seq];
}
