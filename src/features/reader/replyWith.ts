import { commands, window } from 'vscode';
import type { DraftParent } from '../../core/drafts/messageDraft.ts';
import type { CommandId } from '../../host/commands/commandIds.ts';
import type { LastEditor } from './blocks/insertAtCursor.ts';

/** A thread, as the commands that share take it. */
interface ThreadNode {
  readonly kind: 'room';
  readonly roomId: string;
  readonly parent: DraftParent;
}

/** Shares the selection of the last active editor, or files that the user selects, into a thread. */
export async function replyWith(what: 'selection' | 'file', thread: ThreadNode, last: LastEditor): Promise<void> {
  if (what === 'file') {
    const files = await window.showOpenDialog({ canSelectMany: true });
    if (files !== undefined) await commands.executeCommand('roomside.shareFiles' satisfies CommandId, thread, files);
    return;
  }
  const { document, viewColumn, selections = [] } = last.value ?? {};
  if (document !== undefined) {
    // What is shared is the selection of the active editor, and a page is none.
    const shown = await window.showTextDocument(document, viewColumn === undefined ? {} : { viewColumn });
    shown.selections = selections;
  }
  await commands.executeCommand('roomside.shareSelection' satisfies CommandId, thread);
  // Back to the conversation, also after a cancel.
  await commands.executeCommand('roomside.readRoom' satisfies CommandId, { kind: 'room', roomId: thread.roomId });
}
