import { list, number, object, optional, type Shape, string } from '../base/storage/recordShape.ts';
import { parseRecord, type StoredRecord } from '../base/storage/storedRecord.ts';
import { codePlace } from '../snippet/codePlace.ts';

const draftRoom = object({
  id: string,
  title: string,
  /** The type of the service: `group` or `direct`. */
  type: string,
});

/** The room with its title when it was chosen. */
export interface DraftRoom extends Shape<typeof draftRoom> {}

const draftParent = object({ id: string, author: string, line: string });

/** The message that a draft replies to, with its author and first line, to show what the reply is for. */
export interface DraftParent extends Shape<typeof draftParent> {}

const messageDraft = object({
  id: string,
  /** The account of the room. */
  accountId: string,
  room: draftRoom,
  /** The message that it replies to in a thread. */
  parent: optional(draftParent),
  /** The message of the user whose text it replaces. */
  edits: optional(string),
  /** What that message said when the draft was opened. */
  editedText: optional(string),
  /** The name in notifications, for example "src/main.ts". */
  name: string,
  /** As typed, before conversion to the service's line breaks. */
  text: string,
  /** Where its code came from, also what was removed since. */
  places: optional(list(codePlace)),
  /** Milliseconds since the epoch, like all times here. */
  createdMs: number,
  savedMs: number,
});

/** An unsent message with its room. */
export interface MessageDraft extends Shape<typeof messageDraft> {}

const recordVersion = 1;

/** The text of a stored draft. */
export function serializeDraft(draft: MessageDraft): string {
  return JSON.stringify({ version: recordVersion, ...draft });
}

/** Parses and validates a stored draft. */
export function parseDraft(text: string | undefined): StoredRecord<MessageDraft> {
  return parseRecord(text, recordVersion, messageDraft);
}
