import { l10n, window } from 'vscode';
import { showNotice } from '../../host/statusMessage.ts';
import type { LastEditor } from './lastEditor.ts';

/** Puts code where the cursor is, in the place of what is selected, in the editor the user was in last. */
export async function insertAtCursor(code: string, last: LastEditor): Promise<void> {
  const editor = last.value;
  if (editor === undefined) {
    showNotice(l10n.t('Open the file first that the code is to go into.'));
    return;
  }
  const { document, viewColumn, selections } = editor;
  // The editor itself may be hidden behind the reader by now, and cannot be written to then.
  const shown = await window.showTextDocument(document, viewColumn === undefined ? {} : { viewColumn });
  shown.selections = selections;
  const isDone = await shown.edit((edit) => {
    for (const selection of selections) edit.replace(selection, code);
  });
  if (!isDone) showNotice(l10n.t('This file cannot be changed.'));
}
