import { extname } from 'node:path';
import { commands, l10n, type TextDocument, type TextEditor, window, workspace } from 'vscode';
import { fieldsOf } from '../../../core/base/json.ts';
import type { Snippet } from '../../../core/snippet/snippet.ts';
import { showNothing } from '../../../host/ui/showNothing.ts';
import { currentResource } from '../../../host/vscode/workspaceFiles.ts';
import { linesOf, partName, shareableSnippet } from './documentSnippet.ts';
import { currentFileSource, explorerFilesSource, publicUrlSource } from './fileSources.ts';
import { problemSource } from './problem.ts';
import type { ShareSource } from './shareSource.ts';

/** A rarely used source, in a lazy chunk. */
const lazySource =
  (load: () => Promise<ShareSource>): ShareSource =>
  async (args, ports) =>
    (await load())(args, ports);

/** "Share Selection to Room…": exactly the selected code, each selection with its line numbers. */
export const selectionSource: ShareSource = async ([, editorOfPage], ports) => {
  const editor = await editorWithSelection(isTextEditor(editorOfPage) ? editorOfPage : window.activeTextEditor);
  if (editor === undefined) return undefined;
  const selections = editor.selections.filter((selection) => !selection.isEmpty);
  const lines = linesOf(editor.document, selections, ports);
  return shareableSnippet({ fileName: fileNameOf(lines.snippet), ...lines });
};

/** The share sources by command id. */
export const shareSources = {
  'roomside.shareSelection': selectionSource,
  'roomside.shareCurrentFile': currentFileSource,
  'roomside.shareFiles': explorerFilesSource,
  'roomside.shareUrl': publicUrlSource,
  'roomside.shareChanges': lazySource(async () => (await import('./git/changes.ts')).changesSource),
  'roomside.shareStagedChanges': lazySource(async () => (await import('./git/changes.ts')).stagedChangesSource),
  'roomside.shareFileVersion': lazySource(async () => (await import('./git/gitSources.ts')).fileVersionSource),
  'roomside.shareCommit': lazySource(async () => (await import('./git/gitSources.ts')).commitSource),
  'roomside.shareProblem': problemSource,
  'roomside.shareLastCommand': lazySource(async () => (await import('./terminal.ts')).lastCommandSource),
  'roomside.shareTerminalSelection': lazySource(async () => (await import('./terminal.ts')).terminalSelectionSource),
  'roomside.shareTestFailure': lazySource(async () => (await import('./debugSources.ts')).testFailureSource),
  'roomside.shareCell': lazySource(async () => (await import('./notebookCell.ts')).notebookCellSource),
  'roomside.shareValue': lazySource(async () => (await import('./debugSources.ts')).debugValueSource),
  'roomside.sendToAnotherRoom': lazySource(async () => (await import('./sentShare.ts')).sentShareSource),
  'roomside.sendLastShareToAnotherRoom': lazySource(async () => (await import('./sentShare.ts')).lastShareSource),
} as const satisfies Record<string, ShareSource>;

/** A page of Roomside has no selection: it names the editor that was used before it. */
function isTextEditor(value: unknown): value is TextEditor {
  return workspace.textDocuments.includes(fieldsOf(value).document as TextDocument);
}

async function editorWithSelection(editor: TextEditor | undefined): Promise<TextEditor | undefined> {
  if (editor?.selections.some((selection) => !selection.isEmpty)) return editor;
  const shareFile = l10n.t('Share Current File to Room…');
  const hasFile = currentResource() !== undefined;
  // Of a file above 50 MB, VS Code shows the text and gives it to no extension.
  const text =
    hasFile && editor === undefined
      ? l10n.t("The text of this editor can't be read. It may be larger than 50 MB. Share it as a file.")
      : l10n.t('Select the code to share first.');
  const choice = await showNothing(text, ...(hasFile ? [shareFile] : []));
  if (choice === shareFile) await commands.executeCommand('roomside.shareCurrentFile');
  return undefined;
}

function fileNameOf({ path, cell, ranges }: Snippet): string {
  const name = partName(path, `${ranges[0]?.startLine ?? 1}-${ranges.at(-1)?.endLine ?? 1}`);
  return extname(path) === '' || cell !== undefined ? `${name}.txt` : name;
}
