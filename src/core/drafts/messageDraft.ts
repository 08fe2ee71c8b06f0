import { parseRecord, type StoredRecord } from '../base/json.ts';

/** An unsent message with its room. */
export interface MessageDraft {
  readonly id: string;
  /** The account of the room. */
  readonly accountId: string;
  readonly room: DraftRoom;
  /** The message that it replies to in a thread. */
  readonly parent?: DraftParent;
  /** The name in notifications, for example "src/main.ts". */
  readonly name: string;
  /** As typed, before conversion to the service's line breaks. */
  readonly text: string;
  /** Milliseconds since the epoch, like all times here. */
  readonly createdMs: number;
  readonly savedMs: number;
}

/** The room with its title when it was chosen. */
export interface DraftRoom {
  readonly id: string;
  readonly title: string;
  /** The type of the service: `group` or `direct`. */
  readonly type: string;
}

/** The message that a draft replies to, with its author and first line, to show what the reply is for. */
export interface DraftParent {
  readonly id: string;
  readonly author: string;
  readonly line: string;
}

const recordVersion = 1;

/** The text of a stored draft. */
export function serializeDraft(draft: MessageDraft): string {
  return JSON.stringify({ version: recordVersion, ...draft });
}

/** Parses and validates a stored draft. */
export function parseDraft(text: string | undefined): StoredRecord<MessageDraft> {
  return parseRecord(text, recordVersion, (fields) => {
    const room = fields.record('room');
    const parent = fields.optionalRecord('parent');
    return {
      id: fields.string('id'),
      accountId: fields.string('accountId'),
      room: { id: room.string('id'), title: room.string('title'), type: room.string('type') },
      ...(parent && {
        parent: { id: parent.string('id'), author: parent.string('author'), line: parent.string('line') },
      }),
      name: fields.string('name'),
      text: fields.string('text'),
      createdMs: fields.number('createdMs'),
      savedMs: fields.number('savedMs'),
    };
  });
}
