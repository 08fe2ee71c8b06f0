import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredRecord } from '../../core/base/json.ts';
import { codeOf, unlessMissing } from '../../core/base/storage/systemError.ts';
import { type MessageDraft, parseDraft, serializeDraft } from '../../core/drafts/messageDraft.ts';
import { removeIfOld, replaceFile, temporarySuffix } from '../files/replaceFile.ts';

const extension = '.draft.json';
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

/** Stores drafts on disk, one file each. All windows share the folder, which is created on demand. */
export class DraftFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Newest first. Invalid drafts are left in place and not listed; those of a newer Roomside, and files that the system
   * cannot read, are left in place and listed separately. Rejects when the folder itself cannot be read.
   */
  async list(): Promise<DraftList> {
    const names = (await unlessMissing(readdir(this.#folder))) ?? [];
    const ids = names.filter((name) => name.endsWith(extension)).map((name) => name.slice(0, -extension.length));
    const [drafts, unreadable]: [MessageDraft[], UnreadableDraft[]] = [[], []];
    const read = async (id: string): Promise<void> => {
      try {
        const stored = await this.#stored(id);
        if (stored.kind === 'value') drafts.push(stored.value);
        else if (stored.kind === 'newer') unreadable.push({ id, code: 'newer' });
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
    const stored = await this.#stored(id);
    return stored.kind === 'value' ? stored.value : undefined;
  }

  async #stored(id: string): Promise<StoredRecord<MessageDraft>> {
    if (!idPattern.test(id)) return { kind: 'broken' };
    const stored = parseDraft(await unlessMissing(readFile(this.#path(id), 'utf8')));
    return stored.kind === 'value' && stored.value.id !== id ? { kind: 'broken' } : stored;
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
