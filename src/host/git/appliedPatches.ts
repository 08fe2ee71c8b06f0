import { createHash } from 'node:crypto';
import type { Memento } from 'vscode';
import { Emitter } from '../../core/base/emitter.ts';
import { fieldsOf } from '../../core/base/json.ts';
import type { PatchFolder } from '../../platform/git/patchFolders.ts';
import type { FileBefore } from '../../platform/git/patchTexts.ts';

interface AppliedPatch extends PatchFolder {
  readonly digest: string;
}

const key = 'patches.applied.v1';
const maxKept = 50;

/** The patches that were applied in this workspace and can be undone, also by earlier windows. */
export class AppliedPatches {
  readonly #memory: Pick<Memento, 'get' | 'update'>;
  /** The files before a patch of this window. */
  readonly #before = new Map<string, readonly FileBefore[]>();
  readonly #changed = new Emitter<string>();
  /** Fires with the text of a patch. */
  readonly onDidChange = this.#changed.event;

  constructor(memory: Pick<Memento, 'get' | 'update'>) {
    this.#memory = memory;
  }

  /** Where a patch was applied. */
  find(patch: string): PatchFolder | undefined {
    const digest = digestOf(patch);
    return this.#known.find((each) => each.digest === digest);
  }

  filesBefore(patch: string): readonly FileBefore[] | undefined {
    return this.#before.get(digestOf(patch));
  }

  async add(patch: string, { rootFolder, folder }: PatchFolder, before: readonly FileBefore[]): Promise<void> {
    const digest = digestOf(patch);
    this.#before.set(digest, before);
    await this.#store([...this.#others(digest), { digest, rootFolder, folder }].slice(-maxKept));
    this.#changed.fire(patch);
  }

  async remove(patch: string): Promise<void> {
    const digest = digestOf(patch);
    this.#before.delete(digest);
    await this.#store(this.#others(digest));
    this.#changed.fire(patch);
  }

  #others(digest: string): readonly AppliedPatch[] {
    return this.#known.filter((each) => each.digest !== digest);
  }

  get #known(): readonly AppliedPatch[] {
    const stored = this.#memory.get<unknown>(key);
    return (Array.isArray(stored) ? stored : []).flatMap((each: unknown) => {
      const { digest, rootFolder, folder } = fieldsOf(each);
      const isKnown = typeof digest === 'string' && typeof rootFolder === 'string' && typeof folder === 'string';
      return isKnown ? [{ digest, rootFolder, folder }] : [];
    });
  }

  async #store(known: readonly AppliedPatch[]): Promise<void> {
    await this.#memory.update(key, known);
  }
}

function digestOf(patch: string): string {
  return createHash('sha256').update(patch).digest('base64url');
}
