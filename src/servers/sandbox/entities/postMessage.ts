import * as v from 'valibot';
import { fields, mediaTypeOf, readBody, requireMediaType, text, texts } from '../bodies.ts';
import type { SandboxContext } from '../context.ts';
import { inTransaction } from '../database.ts';
import { ApiError, badRequest, notFound } from '../errors.ts';
import { createId } from '../identifiers.ts';
import type { Caller, RequestContext } from '../request.ts';
import { answerTo } from '../sample.ts';
import { insertContent } from './contents.ts';
import { fetchRemoteFile } from './fetchRemoteFile.ts';
import { mentionDirectory, messageBody } from './messageBody.ts';
import { findMessage, insertMessage, resourceOf } from './messages.ts';
import { readMultipartMessage } from './multipartMessage.ts';
import { type Destination, destinationOf, filledText, type NewFile, type NewMessage } from './newMessage.ts';
import { findPerson, findPersonByEmail, type PersonRow } from './people.ts';
import {
  createRoomOf,
  findMembership,
  otherMember,
  type RoomRow,
  requireRoom,
  sharedDirectRoom,
  shownTitle,
  touchRoom,
} from './roomRows.ts';

/** POST /v1/messages, in both of its body forms. */
export async function createMessage(c: RequestContext, context: SandboxContext): Promise<Response> {
  requireMediaType(c.req.raw, 'multipart/form-data', 'application/json');
  const isMultipart = mediaTypeOf(c.req.raw) === 'multipart/form-data';
  const message = isMultipart ? await readMultipartMessage(c.req.raw, context) : await readMessageWithUrl(c, context);
  try {
    const stored = findMessage(context.database, postMessage(context, c.var.caller, message));
    if (stored === undefined) throw new Error('The message that was just posted does not exist.');
    return Response.json(resourceOf(c, context, stored));
  } catch (error) {
    if (message.file !== undefined) await context.contents.remove(message.file.bytes.storedAs);
    throw error;
  }
}

async function readMessageWithUrl(
  c: RequestContext,
  context: SandboxContext,
): Promise<NewMessage & { file: NewFile | undefined }> {
  const { fileUrl, ...message } = await readJsonMessage(c.req.raw, context.options.directMessages);
  // Nothing is fetched for a message that could not be posted.
  requireParent(context, postableRoom(context, c.var.caller, message.destination), message.parentId);
  if (fileUrl === undefined) return { ...message, file: undefined };
  return { ...message, file: await fetchRemoteFile(context, fileUrl) };
}

const jsonMessage = fields({
  ...{ roomId: v.optional(text), toPersonId: v.optional(text), toPersonEmail: v.optional(text) },
  ...{ parentId: v.optional(text), text: v.optional(text), markdown: v.optional(text), files: v.optional(texts) },
});

/** The JSON form of POST /v1/messages: text, markdown, one URL of a public file. */
async function readJsonMessage(
  request: Request,
  knowsPeople: boolean,
): Promise<NewMessage & { fileUrl: URL | undefined }> {
  const body = await readBody(request, jsonMessage);
  const destination = destinationOf((name) => body[name], knowsPeople);
  if (destination instanceof ApiError) throw destination;
  const message = {
    destination,
    parentId: body.parentId || undefined,
    text: filledText(body.text),
    markdown: filledText(body.markdown),
    fileUrl: onlyUrl(body.files),
  };
  if (message.text === undefined && message.markdown === undefined && message.fileUrl === undefined) {
    throw badRequest('A message needs “text”, “markdown” or “files”.');
  }
  return message;
}

function onlyUrl([file, ...others]: readonly string[] = []): URL | undefined {
  if (file === undefined) return undefined;
  if (others.length > 0) throw badRequest(`“files” takes one URL per request; there are ${others.length + 1}.`);
  const url = URL.parse(file);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw badRequest('“files” must contain the http or https URL of a publicly accessible file.');
  }
  return url;
}

/** The room to post to; `undefined` for a person without a direct room. Creates nothing. */
function postableRoom(context: SandboxContext, caller: Caller, destination: Destination): RoomRow | undefined {
  if (destination.by === 'roomId') return requirePostableRoom(context, caller, destination.key);
  return sharedDirectRoom(context.database, caller.person.id, requireRecipient(context, caller, destination).id);
}

/** The room to post to. Creates the direct room of a person. */
function openRoom(context: SandboxContext, caller: Caller, destination: Destination): RoomRow {
  const existing = postableRoom(context, caller, destination);
  if (existing !== undefined) return existing;
  const members = [caller.person.id, requireRecipient(context, caller, destination).id] as const;
  return createRoomOf(context, { type: 'direct', title: '', members });
}

/** The person that a message is sent to. Not in the service API [X20]. 404 when unknown, 400 for the caller. */
function requireRecipient({ database }: SandboxContext, caller: Caller, { by, key }: Destination): PersonRow {
  const isId = by === 'toPersonId';
  const person = isId ? findPerson(database, key) : findPersonByEmail(database, key);
  if (person === undefined) throw notFound(`No person has the ${isId ? 'id' : 'email'} given.`);
  if (person.id === caller.person.id) throw badRequest('A message cannot be sent to oneself.');
  return person;
}

/** The room with that id. 404 when the caller is not a member, 403 when it is locked. */
function requirePostableRoom(context: SandboxContext, caller: Caller, roomId: string): RoomRow {
  const room = requireRoom(context.database, caller, roomId);
  const membership = findMembership(context.database, roomId, caller.person.id);
  if (membership === undefined) throw new ApiError(403, 'Only the members of a room can post to it.');
  if (room.is_locked === 1 && membership.is_moderator !== 1) {
    throw new ApiError(403, `The room “${room.title}” is locked: only its moderators can post.`);
  }
  return room;
}

/** The replied message has to be in the room, and threads have one level. Not in the service API [X18]. */
function requireParent({ database }: SandboxContext, room: RoomRow | undefined, parentId: string | undefined): void {
  if (parentId === undefined) return;
  const parent = findMessage(database, parentId);
  if (parent === undefined || parent.room_id !== room?.id)
    throw badRequest('“parentId” must be the id of a message of the room.');
  if (parent.parent_id !== null) throw badRequest('“parentId” is a reply: reply to the first message of its thread.');
}

/** Stores a message and its file, and makes its room the most recent one. Returns the id of the message. */
function postMessage(
  context: SandboxContext,
  caller: Caller,
  message: NewMessage & { file: NewFile | undefined },
): string {
  const { database } = context;
  const id = createId('MESSAGE');
  const room = inTransaction(database, () => {
    const found = openRoom(context, caller, message.destination);
    requireParent(context, found, message.parentId);
    const now = context.now();
    insertMessage(database, {
      id,
      room_id: found.id,
      person_id: caller.person.id,
      ...messageBody(message, mentionDirectory(context, found)),
      created: now,
      parent_id: message.parentId ?? null,
    });
    const content = { id: createId('CONTENT'), messageId: id, roomId: found.id };
    if (message.file !== undefined) insertContent(database, content, message.file);
    answerSample(context, found, {
      id: message.parentId ?? id,
      personId: caller.person.id,
      markdown: message.markdown,
      now,
    });
    touchRoom(database, found.id, now);
    return found;
  });
  context.received.push({
    id,
    roomId: room.id,
    roomTitle: shownTitle(database, room.id, caller.person.id),
    personEmail: caller.person.email,
    ...(message.parentId === undefined ? {} : { parentId: message.parentId }),
    ...(message.text === undefined ? {} : { text: message.text }),
    ...(message.markdown === undefined ? {} : { markdown: message.markdown }),
    files: message.file === undefined ? [] : [receivedFile(message.file)],
  });
  return id;
}

interface PostedText {
  /** The first message of its thread. */
  readonly id: string;
  readonly personId: string;
  readonly markdown: string | undefined;
  readonly now: number;
}

/** Another member of the room answers the sample that people share first, in its thread. */
function answerSample(context: SandboxContext, room: RoomRow, { id, personId, markdown, now }: PostedText): void {
  const answer = answerTo(markdown);
  const author = answer && otherMember(context.database, room.id, personId);
  if (!author) return;
  insertMessage(context.database, {
    ...{ id: createId('MESSAGE'), room_id: room.id, person_id: author, created: now, parent_id: id },
    ...messageBody({ markdown: answer }, mentionDirectory(context, room)),
  });
}

function receivedFile({ name, mediaType, bytes }: NewFile) {
  return { name, byteLength: bytes.byteLength, mediaType, sha256: bytes.sha256 };
}
