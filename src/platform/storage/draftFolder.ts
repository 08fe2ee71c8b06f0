import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseRecord, type StoredRecord } from '../../core/base/json.ts';
import { codeOf, unlessMissing } from '../../core/base/storage/systemError.ts';
import { removeIfOld, replaceFile, temporarySuffix } from './replaceFile.ts';

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

function serializeDraft(draft: MessageDraft): string {
  return JSON.stringify({ version: recordVersion, ...draft });
}

/** Parses and validates a stored draft. */
function parseDraft(text: string | undefined): StoredRecord<MessageDraft> {
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

const extension = '.draft.json';
/** Only ids of this form become file names. */
const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A draft whose file could not be read. */
interface UnreadableDraft {
  readonly id: string;
  /** The system error code, for example `EACCES`. */
  readonly code: string;
}

export interface DraftList {
  readonly drafts: readonly MessageDraft[];
  readonly unreadable: readonly UnreadableDraft[];
}

/** Stores drafts on disk, one file each. All windows share the folder, which is created on demand. */
export class DraftFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Newest first. Invalid drafts and those of a newer Roomside are left in place and not listed; files that the system
   * cannot read are listed separately. Rejects when the folder itself cannot be read.
   */
  async list(): Promise<DraftList> {
    const names = (await unlessMissing(readdir(this.#folder))) ?? [];
    const ids = names.filter((name) => name.endsWith(extension)).map((name) => name.slice(0, -extension.length));
    const [drafts, unreadable]: [MessageDraft[], UnreadableDraft[]] = [[], []];
    const read = async (id: string): Promise<void> => {
      try {
        const draft = await this.read(id);
        if (draft !== undefined) drafts.push(draft);
      } catch (error) {
        unreadable.push({ id, code: codeOf(error) });
      }
    };
    await Promise.all(ids.map(read));
    return { drafts: drafts.sort((a, b) => b.savedMs - a.savedMs), unreadable };
  }

  /** Removes partial files that a crash left. */
  async clearOrphans(nowMs: number): Promise<void> {
    const names = (await unlessMissing(readdir(this.#folder))) ?? [];
    for (const name of names) if (name.endsWith(temporarySuffix)) await removeIfOld(join(this.#folder, name), nowMs);
  }

  async read(id: string): Promise<MessageDraft | undefined> {
    if (!idPattern.test(id)) return undefined;
    const stored = parseDraft(await unlessMissing(readFile(this.#path(id), 'utf8')));
    return stored.kind === 'value' && stored.value.id === id ? stored.value : undefined;
  }

  /** Atomic: readers in any window see the old text or the new one, also after a crash. */
  async write(draft: MessageDraft): Promise<void> {
    await replaceFile(this.#path(draft.id), [Buffer.from(serializeDraft(draft))]);
  }

  async remove(id: string): Promise<void> {
    if (idPattern.test(id)) await rm(this.#path(id), { force: true });
  }

  #path(id: string): string {
    return join(this.#folder, `${id}${extension}`);
  }
}
