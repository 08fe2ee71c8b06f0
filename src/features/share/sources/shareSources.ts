import { extname } from 'node:path';
import { commands, l10n, type TextEditor, window } from 'vscode';
import type { Snippet } from '../../../core/snippet/snippet.ts';
import { showInformationMessage } from '../../../host/vscode/notifications.ts';
import { linesOf, partName, shareableSnippet } from './documentSnippet.ts';
import { currentFileSource, explorerFilesSource, publicUrlSource } from './fileSources.ts';
import { createClipboardImageSource } from './pasteBox.ts';
import { createProblemSource } from './problem.ts';
import type { RepositoryPorts, ShareSource, SourcePorts } from './shareSource.ts';

/** A rarely used source, in a lazy chunk. */
const lazySource =
  (load: () => Promise<ShareSource>): ShareSource =>
  async (...args) =>
    (await load())(...args);

/** The share sources by command id. */
export function createShareSources(ports: SourcePorts) {
  const { terminals } = ports;
  const gitSources = async () => (await import('./git/gitSources.ts')).createGitSources(ports);
  const terminalSources = () => import('./terminal.ts');
  return {
    'roomside.shareSelection': createSelectionSource(ports),
    'roomside.shareCurrentFile': currentFileSource,
    'roomside.shareFiles': explorerFilesSource,
    'roomside.shareUrl': publicUrlSource,
    'roomside.shareClipboardImage': createClipboardImageSource(ports),
    'roomside.shareChanges': lazySource(async () => (await gitSources()).changes),
    'roomside.shareStagedChanges': lazySource(async () => (await gitSources()).stagedChanges),
    'roomside.shareFileVersion': lazySource(async () => (await gitSources()).fileVersion),
    'roomside.shareCommit': lazySource(async () => (await gitSources()).commit),
    'roomside.shareProblem': createProblemSource(ports),
    'roomside.shareLastCommand': lazySource(async () => (await terminalSources()).createLastCommandSource(terminals)),
    'roomside.shareTerminalSelection': lazySource(async () => (await terminalSources()).terminalSelectionSource),
    'roomside.shareTestFailure': lazySource(async () => (await import('./debugSources.ts')).testFailureSource),
    'roomside.shareCell': lazySource(async () => (await import('./notebookCell.ts')).notebookCellSource),
    'roomside.shareValue': lazySource(async () => (await import('./debugSources.ts')).debugValueSource),
    'roomside.shareStackFrame': lazySource(async () => (await import('./debugSources.ts')).stackFrameSource),
    'roomside.sendToAnotherRoom': lazySource(async () => (await import('./sentShare.ts')).createSentShareSource(ports)),
    'roomside.sendLastShareToAnotherRoom': lazySource(async () =>
      (await import('./sentShare.ts')).createLastShareSource(ports),
    ),
  } as const satisfies Record<string, ShareSource>;
}

/** "Share Selection to Room…": exactly the selected code, each selection with its line numbers. */
function createSelectionSource(ports: RepositoryPorts): ShareSource {
  return async () => {
    const editor = await editorWithSelection();
    if (editor === undefined) return undefined;
    const selections = editor.selections.filter((selection) => !selection.isEmpty);
    const lines = linesOf(editor.document, selections, ports);
    return shareableSnippet({ title: l10n.t('Share Selection'), fileName: fileNameOf(lines.snippet), ...lines });
  };
}

async function editorWithSelection(): Promise<TextEditor | undefined> {
  const editor = window.activeTextEditor;
  if (editor?.selections.some((selection) => !selection.isEmpty)) return editor;
  const shareFile = l10n.t('Share Current File to Room…');
  const actions = editor === undefined ? [] : [shareFile];
  const choice = await showInformationMessage(l10n.t('Select the code to share first.'), ...actions);
  if (choice === shareFile) await commands.executeCommand('roomside.shareCurrentFile');
  return undefined;
}

function fileNameOf({ path, ranges }: Snippet): string {
  const name = partName(path, `${ranges[0]?.startLine ?? 1}-${ranges.at(-1)?.endLine ?? 1}`);
  return extname(path) === '' ? `${name}.txt` : name;
}
