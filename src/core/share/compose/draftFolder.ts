import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../../base/systemError.ts';
import { type MessageDraft, parseDraft, serializeDraft } from './messageDraft.ts';

const ending = '.draft.json';
/** Nothing else becomes the name of a file. */
const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Drafts on the disk, one file each; all windows share the folder, which is made when needed. */
export class DraftFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Newest first. What cannot be read, or was written by a newer Roomside, is left where it is and out of the list. */
  async list(): Promise<readonly MessageDraft[]> {
    const names = (await unlessMissing(readdir(this.#folder))) ?? [];
    const ids = names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
    const drafts = await Promise.all(ids.map((id) => this.read(id)));
    return drafts.filter((draft) => draft !== undefined).sort((a, b) => b.savedMs - a.savedMs);
  }

  async read(id: string): Promise<MessageDraft | undefined> {
    if (!idPattern.test(id)) return undefined;
    const stored = parseDraft(await unlessMissing(readFile(this.#path(id), 'utf8')));
    return stored.kind === 'value' && stored.value.id === id ? stored.value : undefined;
  }

  /** Whoever reads meanwhile, in this window or another, sees the old text or the new one; a crash leaves one of them. */
  async write(draft: MessageDraft): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const temporary = join(this.#folder, `${randomUUID()}.tmp`);
    try {
      await writeFile(temporary, serializeDraft(draft), { mode: 0o600, flush: true });
      await rename(temporary, this.#path(draft.id));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async remove(id: string): Promise<void> {
    if (idPattern.test(id)) await rm(this.#path(id), { force: true });
  }

  #path(id: string): string {
    return join(this.#folder, `${id}${ending}`);
  }
}
