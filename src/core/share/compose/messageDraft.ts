import { parseRecord, type StoredRecord } from '../../base/storedRecord.ts';

/** A message that is being written, with the room it is meant for. */
export interface MessageDraft {
  readonly id: string;
  /** Whose room it is. */
  readonly accountId: string;
  readonly room: DraftRoom;
  /** What it is called in notices, for example "src/main.ts". */
  readonly name: string;
  /** As it is written, not yet with the line breaks of the service. */
  readonly text: string;
  /** In milliseconds since the epoch, as all times here. */
  readonly createdMs: number;
  readonly savedMs: number;
}

/** The room as it was called when it was chosen. */
export interface DraftRoom {
  readonly id: string;
  readonly title: string;
  /** As the service names it: `group` or `direct`. */
  readonly type: string;
}

const recordVersion = 1;

/** The draft as its file holds it. */
export function serializeDraft(draft: MessageDraft): string {
  return JSON.stringify({ version: recordVersion, ...draft });
}

/** Reads a draft back: parsed once, here, and believed from then on. */
export function parseDraft(text: string | undefined): StoredRecord<MessageDraft> {
  return parseRecord(text, recordVersion, (fields) => {
    const room = fields.record('room');
    return {
      id: fields.string('id'),
      accountId: fields.string('accountId'),
      room: { id: room.string('id'), title: room.string('title'), type: room.string('type') },
      name: fields.string('name'),
      text: fields.string('text'),
      createdMs: fields.number('createdMs'),
      savedMs: fields.number('savedMs'),
    };
  });
}
