import * as v from 'valibot';
import { fields, mediaTypeOf, readBody, requireMediaType, text, texts } from '../http/bodies.ts';
import type { SandboxContext } from '../http/context.ts';
import { ApiError, badRequest, notFound } from '../http/errors.ts';
import type { Caller, RequestContext } from '../http/request.ts';
import type { Database } from '../store/database.ts';
import type { MessageDocument, NewFile, PersonDocument, RoomDocument } from '../store/documents.ts';
import { createId } from '../store/identifiers.ts';
import { timestamp } from '../store/resources.ts';
import { answerTo } from '../store/sample.ts';
import { addMessage } from './addMessage.ts';
import { fetchRemoteFile } from './fetchRemoteFile.ts';
import { messageResource } from './messages.ts';
import { readMultipartMessage } from './multipartMessage.ts';
import { type Destination, type NewMessage, newMessageOf } from './newMessage.ts';
import { findPersonByEmail } from './people.ts';
import {
  createRoomOf,
  findMembership,
  otherMember,
  requireRoom,
  sharedDirectRoom,
  shownTitle,
  touchRoom,
} from './roomAccess.ts';

type MessageWithFile = NewMessage & { readonly file: NewFile | undefined };

/** POST /v1/messages, in both of its body forms. */
export async function createMessage(c: RequestContext, context: SandboxContext): Promise<Response> {
  requireMediaType(c.req.raw, 'multipart/form-data', 'application/json');
  const isMultipart = mediaTypeOf(c.req.raw) === 'multipart/form-data';
  const message = isMultipart ? await readMultipartMessage(c.req.raw, context) : await readJsonMessage(c, context);
  try {
    return Response.json(messageResource(c, postMessage(context, c.var.caller, message)));
  } catch (error) {
    if (message.file !== undefined) await context.contents.remove(message.file.storedAs);
    throw error;
  }
}

const jsonMessage = fields({
  roomId: v.optional(text),
  toPersonId: v.optional(text),
  toPersonEmail: v.optional(text),
  parentId: v.optional(text),
  text: v.optional(text),
  markdown: v.optional(text),
  files: v.optional(texts),
});

/** The JSON form of POST /v1/messages: text, markdown, one URL of a public file. */
async function readJsonMessage(c: RequestContext, context: SandboxContext): Promise<MessageWithFile> {
  const { files, ...body } = await readBody(c.req.raw, jsonMessage);
  const message = newMessageOf(body, context.options.directMessages);
  const url = onlyUrl(files);
  if (message.text === undefined && message.markdown === undefined && url === undefined) {
    throw badRequest('A message needs “text”, “markdown” or “files”.');
  }
  // Nothing is fetched for a message that could not be posted.
  requireParent(context.database, postableRoom(context.database, c.var.caller, message.destination), message.parentId);
  return { ...message, file: url && (await fetchRemoteFile(context, url)) };
}

function onlyUrl(files: readonly string[] | undefined): URL | undefined {
  if (files === undefined) return undefined;
  const [file, ...others] = files;
  if (file === undefined || others.length > 0)
    throw badRequest(`“files” takes exactly one URL; there are ${files.length}.`);
  const url = URL.parse(file);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw badRequest('“files” must contain the http or https URL of a publicly accessible file.');
  }
  return url;
}

/** The room to post to; `undefined` for a person without a direct room. Creates nothing. */
function postableRoom(database: Database, caller: Caller, destination: Destination): RoomDocument | undefined {
  if (destination.by !== 'roomId') {
    return sharedDirectRoom(database, caller.person.id, requireRecipient(database, caller, destination).id);
  }
  const room = requireRoom(database, caller, destination.key);
  const membership = findMembership(database, room.id, caller.person.id);
  if (membership === undefined) throw new ApiError(403, 'Only the members of a room can post to it.');
  if (room.isLocked && !membership.isModerator) {
    throw new ApiError(403, `The room “${room.title}” is locked: only its moderators can post.`);
  }
  return room;
}

/** The person that a message is sent to. Not in the service API [X20]. 404 when unknown, 400 for the caller. */
function requireRecipient(database: Database, caller: Caller, { by, key }: Destination): PersonDocument {
  const isId = by === 'toPersonId';
  const person = isId ? database.find('people', key) : findPersonByEmail(database, key);
  if (person === undefined) throw notFound(`No person has the ${isId ? 'id' : 'email'} given.`);
  if (person.id === caller.person.id) throw badRequest('A message cannot be sent to oneself.');
  return person;
}

/** The replied message has to be in the room, and threads have one level. Not in the service API [X18]. */
function requireParent(database: Database, room: RoomDocument | undefined, parentId: string | undefined): void {
  if (parentId === undefined) return;
  const parent = database.find('messages', parentId);
  if (parent === undefined || parent.roomId !== room?.id)
    throw badRequest('“parentId” must be the id of a message of the room.');
  if (parent.parentId !== undefined)
    throw badRequest('“parentId” is a reply: reply to the first message of its thread.');
}

/** Stores a message and its file, and makes its room the most recent one. Creates the direct room of a person. */
function postMessage(context: SandboxContext, caller: Caller, message: MessageWithFile): MessageDocument {
  const { database } = context;
  const { destination, parentId, text, markdown, file } = message;
  const now = timestamp(context.now());
  const [room, posted] = database.inTransaction(() => {
    const room =
      postableRoom(database, caller, destination) ??
      createRoomOf(context, {
        type: 'direct',
        title: '',
        members: [caller.person, requireRecipient(database, caller, destination)],
      });
    requireParent(database, room, parentId);
    const contentIds = file && [database.insert('contents', { ...file, id: createId('CONTENT'), roomId: room.id }).id];
    const posted = addMessage(database, room, caller.person, { text, markdown, parentId, contentIds, created: now });
    answerSample(database, room, posted);
    touchRoom(database, room, now);
    return [room, posted];
  });
  const { storedAs, ...received } = file ?? {};
  context.received.push({
    id: posted.id,
    roomId: room.id,
    roomTitle: shownTitle(database, room, caller.person.id),
    personEmail: caller.person.email,
    parentId,
    text,
    markdown,
    files: file === undefined ? [] : [received],
  });
  return posted;
}

/** Another member of the room answers the sample that people share first, in its thread. */
function answerSample(database: Database, room: RoomDocument, { id, parentId = id, ...message }: MessageDocument) {
  const markdown = answerTo(message.markdown);
  const author = markdown && otherMember(database, room.id, message.personId);
  if (!author) return;
  addMessage(
    database,
    room,
    { id: author.personId, email: author.personEmail },
    { markdown, parentId, created: message.created },
  );
}
