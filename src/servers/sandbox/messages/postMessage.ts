import { insertContent } from '../contents/contentRows.ts';
import type { SandboxContext } from '../context.ts';
import { inTransaction } from '../db/database.ts';
import { createId } from '../db/identifiers.ts';
import { ApiError } from '../http/errors.ts';
import type { Caller } from '../http/request.ts';
import { findMembership } from '../memberships/membershipRows.ts';
import { findPerson, findPersonByEmail } from '../people/personRows.ts';
import { requireRoom } from '../rooms/roomAccess.ts';
import { type RoomRow, shownTitle, touchRoom } from '../rooms/roomRows.ts';
import { type MentionDirectory, messageBody } from './messageBody.ts';
import { insertMessage } from './messageRows.ts';
import type { NewFile, NewMessage } from './newMessage.ts';

/** The room a message can be posted to. 404 when the caller is not in it, 403 when it is locked. */
export function requirePostableRoom(context: SandboxContext, caller: Caller, roomId: string): RoomRow {
  const room = requireRoom(context.database, caller, roomId);
  const membership = findMembership(context.database, roomId, caller.person.id);
  if (membership === undefined) throw new ApiError(403, 'Only the members of a room can post to it.');
  if (room.is_locked === 1 && membership.is_moderator !== 1) {
    throw new ApiError(403, `The room “${room.title}” is locked: only its moderators can post.`);
  }
  return room;
}

/** Keeps a message and its file, and makes its room the most recent one. Returns the message's id. */
export function postMessage(
  context: SandboxContext,
  caller: Caller,
  message: NewMessage & { file: NewFile | undefined },
): string {
  const { database } = context;
  const id = createId('MESSAGE');
  const room = inTransaction(database, () => {
    const found = requirePostableRoom(context, caller, message.roomId);
    const now = context.now();
    insertMessage(database, {
      id,
      room_id: found.id,
      person_id: caller.person.id,
      ...messageBody(message, mentionDirectory(context, found)),
      created: now,
    });
    if (message.file !== undefined) keepFile(context, { messageId: id, roomId: found.id, file: message.file });
    touchRoom(database, found.id, now);
    return found;
  });
  context.received.add({
    id,
    roomId: room.id,
    roomTitle: shownTitle(database, room.id, caller.person.id),
    personEmail: caller.person.email,
    ...(message.text === undefined ? {} : { text: message.text }),
    ...(message.markdown === undefined ? {} : { markdown: message.markdown }),
    files: message.file === undefined ? [] : [receivedFile(message.file)],
  });
  return id;
}

/** The people of a room can be mentioned in it; everybody at once only in a group. */
export function mentionDirectory(context: SandboxContext, room: RoomRow): MentionDirectory {
  const { database } = context;
  return {
    canMentionAll: room.type === 'group',
    resolve(by, key) {
      const person = by === 'personId' ? findPerson(database, key) : findPersonByEmail(database, key);
      if (person === undefined || findMembership(database, room.id, person.id) === undefined) return undefined;
      return { id: person.id, displayName: person.display_name };
    },
  };
}

function keepFile(context: SandboxContext, kept: { messageId: string; roomId: string; file: NewFile }): void {
  const { name, mediaType, bytes } = kept.file;
  insertContent(context.database, {
    id: createId('CONTENT'),
    message_id: kept.messageId,
    room_id: kept.roomId,
    name,
    media_type: mediaType,
    byte_length: bytes.byteLength,
    sha256: bytes.sha256,
    stored_as: bytes.storedAs,
  });
}

function receivedFile({ name, mediaType, bytes }: NewFile) {
  return { name, byteLength: bytes.byteLength, mediaType, sha256: bytes.sha256 };
}
