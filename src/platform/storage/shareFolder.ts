import { type FSWatcher, watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { FilePart } from '../../core/api/requestBody.ts';
import { type Disposable, toDisposable } from '../../core/base/disposable.ts';
import { storageNames } from '../../core/base/storage/storedNames.ts';
import type { ShareFiles } from '../../core/outbox/ports.ts';
import { removePath } from '../files/deleteFile.ts';
import { openFilePart } from '../files/openFilePart.ts';
import { realPath } from '../files/realPath.ts';
import { replaceFile } from '../files/replaceFile.ts';
import { RecordFolder } from './recordFolder.ts';

const copyExtension = '.copy';

/** The records of shares, and copies of files that exist nowhere else. */
export class ShareFolder extends RecordFolder implements ShareFiles {
  constructor(folder: string) {
    super(folder, storageNames.shareRecord);
  }

  override async remove(id: string): Promise<void> {
    await super.remove(id);
    await this.removeCopy(id);
  }

  writeCopy(id: string, bytes: Uint8Array): Promise<void> {
    return replaceFile(this.copyPath(id), bytes);
  }

  removeCopy(id: string): Promise<void> {
    return removePath(this.copyPath(id));
  }

  copyPath(id: string): string {
    return path.join(this.folder, `${id}${copyExtension}`);
  }

  open(...file: Parameters<ShareFiles['open']>): Promise<FilePart> {
    return openFilePart(...file);
  }

  /** Also copies without a record, which is written after its copy. */
  protected override async unfinished(): Promise<readonly string[]> {
    const copies = (await this.names()).filter((name) => name.endsWith(copyExtension));
    const ids = new Set(await this.ids());
    return [...(await super.unfinished()), ...copies.filter((name) => !ids.has(name.slice(0, -copyExtension.length)))];
  }

  watch(onChange: (id?: string) => void): Disposable {
    let watcher: FSWatcher | undefined;
    let isOver = false;
    // A record is written to a temporary file first, which the system reports several times.
    const onEvent = (_event: string, name: string | null): void => {
      const id = name === null ? undefined : this.idOf(name);
      if (name === null || id !== undefined) onChange(id);
    };
    const begin = async (): Promise<void> => {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      // Node can end with an assertion when a short name leads to the folder, as Windows reports the long one.
      const folder = await realPath(this.folder);
      if (isOver) return;
      watcher = watch(folder, { persistent: false }, onEvent);
      // If the folder cannot be watched, or was deleted, the list is read when it is shown.
      watcher.on('error', () => watcher?.close());
    };
    begin().catch(() => onChange());
    return toDisposable(() => {
      isOver = true;
      watcher?.close();
    });
  }
}
