import { basename, extname } from 'node:path';
import { commands, l10n, type TextEditor, window } from 'vscode';
import type { Snippet } from '../../../core/snippet/snippet.ts';
import { documentRisks } from './documentRisks.ts';
import {
  type RepositoryPorts,
  snippetDraft,
  snippetInRepository,
  snippetOf,
  snippetOrigin,
} from './documentSnippet.ts';
import type { ShareSource } from './shareSource.ts';

/** "Share Selection to Room…": exactly the selected code, each selection with its line numbers. */
export function createSelectionSource(ports: RepositoryPorts): ShareSource {
  return async () => {
    const editor = await editorWithSelection();
    if (editor === undefined) return undefined;
    const selections = editor.selections.filter((selection) => !selection.isEmpty);
    const snippet = snippetOf(editor.document, selections);
    // Git runs while the user picks a room.
    const committed = snippetInRepository(snippet, editor.document, ports);
    const draft = snippetDraft({
      title: l10n.t('Share Selection'),
      snippet,
      committed,
      risks: documentRisks(editor.document),
      fileName: fileNameOf(snippet),
    });
    return { ...draft, ...snippetOrigin(editor.document, snippet) };
  };
}

async function editorWithSelection(): Promise<TextEditor | undefined> {
  const editor = window.activeTextEditor;
  if (editor?.selections.some((selection) => !selection.isEmpty)) return editor;
  const shareFile = l10n.t('Share Current File to Room…');
  const actions = editor === undefined ? [] : [shareFile];
  const choice = await window.showInformationMessage(l10n.t('Select the code to share first.'), ...actions);
  if (choice === shareFile) await commands.executeCommand('roomside.shareCurrentFile');
  return undefined;
}

/** "main.ts" with lines 3 to 7 becomes "main.3-7.ts". */
function fileNameOf({ path, ranges }: Snippet): string {
  const name = basename(path);
  const extension = extname(name);
  const [first, last] = [ranges[0]?.startLine ?? 1, ranges.at(-1)?.endLine ?? 1];
  return `${basename(name, extension)}.${first}-${last}${extension || '.txt'}`;
}
