import { type FileStat, FileSystemError, FileType, type Uri, window } from 'vscode';
import { utf8ByteLength } from '../../core/attachments/limits.ts';
import type { MessageDrafts } from '../../host/vscode/messageDrafts.ts';
import { draftScheme, textTabs } from '../../host/vscode/uris.ts';

/** The files of drafts, so that VS Code saves, restores and undoes them like other files. */
export class DraftFiles {
  readonly #drafts: MessageDrafts;

  constructor(drafts: MessageDrafts) {
    this.#drafts = drafts;
  }

  async stat(uri: Uri): Promise<FileStat> {
    // The parent folder in the URI of every draft: saving calls `stat` for it.
    if (uri.path === `/${draftScheme}`) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const { createdMs, savedMs, text } = await this.#existing(uri);
    return { type: FileType.File, ctime: createdMs, mtime: savedMs, size: utf8ByteLength(text) };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const { text } = await this.#existing(uri);
    return new TextEncoder().encode(text);
  }

  /** Saving does not restore a draft that was sent or discarded in the meantime. */
  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const saved = await this.#drafts.save(uri, new TextDecoder().decode(content));
    if (saved === undefined) throw FileSystemError.FileNotFound(uri);
  }

  async delete(uri: Uri): Promise<void> {
    await this.#drafts.remove(await this.#existing(uri));
  }

  async #existing(uri: Uri) {
    const draft = await this.#drafts.find(uri);
    if (draft === undefined) throw FileSystemError.FileNotFound(uri);
    return draft;
  }
}

/** Closes restored tabs of drafts that were sent or discarded before, for example after a crash. */
export async function closeStaleDrafts(drafts: MessageDrafts): Promise<void> {
  for (const { tab, uri } of textTabs(draftScheme)) {
    if ((await drafts.find(uri)) === undefined) await window.tabGroups.close(tab, true);
  }
}
