import type { Clock } from '../../core/base/clock.ts';
import { codeOf } from '../../core/base/storage/systemError.ts';
import { type MessageDraft, parseDraft, serializeDraft } from '../../core/drafts/messageDraft.ts';
import { RecordFolder } from './recordFolder.ts';

/** Only ids of this form become file names. */
const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A draft whose file could not be read. */
interface UnreadableDraft {
  readonly id: string;
  /** The system error code, for example `EACCES`; `newer` for a draft of a newer Roomside. */
  readonly code: string;
}

export interface DraftList {
  readonly drafts: readonly MessageDraft[];
  readonly unreadable: readonly UnreadableDraft[];
}

/** Stores drafts on disk, one file each. */
export class DraftFolder {
  readonly #records: RecordFolder;

  constructor(folder: string) {
    this.#records = new RecordFolder(folder, '.draft.json');
  }

  /**
   * Newest first. Invalid drafts are left in place and not listed; those of a newer Roomside, and files that the system
   * cannot read, are left in place and listed separately. Rejects when the folder itself cannot be read.
   */
  async list(): Promise<DraftList> {
    const [drafts, unreadable]: [MessageDraft[], UnreadableDraft[]] = [[], []];
    const read = async (id: string): Promise<void> => {
      try {
        const draft = await this.#read(id);
        if (draft === 'newer') unreadable.push({ id, code: draft });
        else if (draft !== undefined) drafts.push(draft);
      } catch (error) {
        unreadable.push({ id, code: codeOf(error) });
      }
    };
    await Promise.all((await this.#records.ids()).map(read));
    return { drafts: drafts.sort((a, b) => b.savedMs - a.savedMs), unreadable };
  }

  /** Removes partial files that a crash left. */
  clearOrphans(clock: Clock): Promise<void> {
    return this.#records.removeOrphans(clock);
  }

  async read(id: string): Promise<MessageDraft | undefined> {
    const draft = await this.#read(id);
    return draft === 'newer' ? undefined : draft;
  }

  async #read(id: string): Promise<MessageDraft | 'newer' | undefined> {
    if (!idPattern.test(id)) return undefined;
    const stored = parseDraft(await this.#records.read(id));
    if (stored.kind === 'newer') return 'newer';
    return stored.kind === 'value' && stored.value.id === id ? stored.value : undefined;
  }

  async write(draft: MessageDraft): Promise<void> {
    await this.#records.write(draft.id, serializeDraft(draft));
  }

  async remove(id: string): Promise<void> {
    if (idPattern.test(id)) await this.#records.remove(id);
  }
}
