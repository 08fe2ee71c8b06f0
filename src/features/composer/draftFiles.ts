import { type FileStat, FileSystemError, FileType, type TextDocument, type Uri, window, workspace } from 'vscode';
import { utf8ByteLength } from '../../core/attachments/limits.ts';
import type { Clock } from '../../core/base/clock.ts';
import { nextEvent } from '../../core/base/emitter.ts';
import { withTimeLimit } from '../../core/base/scheduling/timeLimit.ts';
import type { MessageDrafts } from '../../host/vscode/messageDrafts.ts';
import { draftScheme, textTabs } from '../../host/vscode/uris.ts';

/** The files of drafts, so that VS Code saves, restores and undoes them like other files. */
export function draftFiles(drafts: MessageDrafts) {
  const existing = async (uri: Uri) => {
    const draft = await drafts.find(uri);
    if (draft === undefined) throw FileSystemError.FileNotFound(uri);
    return draft;
  };
  return {
    async stat(uri: Uri): Promise<FileStat> {
      // The parent folder in the URI of every draft: saving calls `stat` for it.
      if (uri.path === `/${draftScheme}`) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      const { createdMs, savedMs, text } = await existing(uri);
      return { type: FileType.File, ctime: createdMs, mtime: savedMs, size: utf8ByteLength(text) };
    },
    readFile: async (uri: Uri): Promise<Uint8Array> => new TextEncoder().encode((await existing(uri)).text),
    /** Saving does not restore a draft that was sent or discarded in the meantime. */
    async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
      const saved = await drafts.save(uri, new TextDecoder().decode(content));
      if (saved === undefined) throw FileSystemError.FileNotFound(uri);
    },
    delete: async (uri: Uri): Promise<void> => drafts.remove(await existing(uri)),
  };
}

/** Closes restored tabs of drafts that were sent or discarded before, for example after a crash. */
export async function closeStaleDrafts(drafts: MessageDrafts): Promise<void> {
  for (const { tab, uri } of textTabs(draftScheme)) {
    if ((await drafts.find(uri)) === undefined) await window.tabGroups.close(tab, true);
  }
}

const saveTimeoutMs = 3_000;

/**
 * Saves the current text of a draft. VS Code rejects a save while another one of the same document is running, such as
 * an autosave; then this function waits for that save and tries again. It does not use `isDirty`: a save that ends
 * while the user types resets it although the new text is not saved.
 * @returns whether the draft is saved; if not, VS Code has shown the error
 */
export async function saveDraft(document: TextDocument, clock: Clock): Promise<boolean> {
  const endMs = clock.now() + saveTimeoutMs;
  while (!document.isClosed) {
    const limitMs = Math.max(0, endMs - clock.now());
    // Subscribed first: the other save may end before `save` returns. A failed one fires no event.
    const other = withTimeLimit({ clock, limitMs }, (signal) => nextEvent(workspace.onDidSaveTextDocument, signal));
    const ended = other.catch(() => undefined);
    if (await document.save()) return true;
    if (clock.now() >= endMs) return false;
    await ended;
  }
  return true;
}
