import { posix } from 'node:path';
import { commands, l10n, type TextDocument, type Uri, workspace } from 'vscode';
import { findBlock } from '../../core/messages/findBlock.ts';
import { replaceWithBlock } from '../../core/messages/replaceWithBlock.ts';
import type { SharedBlock } from '../../core/messages/sharedBlocks.ts';
import { asText } from '../../host/asText.ts';
import { showNotice, showSuccess } from '../../host/statusMessage.ts';
import type { BlockTexts } from './blockTexts.ts';
import { findSharedFile } from './findSharedFile.ts';
import type { LastEditor } from './lastEditor.ts';

/** Shows a block beside the file it comes from, as that file with the shared lines; else beside what the user was editing. */
export async function compareBlock(block: SharedBlock, last: LastEditor, texts: BlockTexts): Promise<void> {
  if (block.origin === undefined) return compareWithEditor(block.code, last, texts);
  const file = await findSharedFile(block.origin.path);
  if (file !== undefined) await compareWithFile(block, file, texts);
}

/** Compares with the lines of this file. */
export async function compareWithFile({ code, origin }: SharedBlock, file: Uri, texts: BlockTexts): Promise<void> {
  const document = await workspace.openTextDocument(file);
  const mine = document.getText();
  const lines = origin ?? { startLine: 1, endLine: document.lineCount };
  if (findBlock(mine, code, lines.startLine).kind !== 'gone') {
    showSuccess(l10n.t('{0} holds the same lines.', workspace.asRelativePath(file)));
    return;
  }
  await showBeside(replaceWithBlock(mine, code, lines), document, texts);
}

async function compareWithEditor(code: string, last: LastEditor, texts: BlockTexts): Promise<void> {
  const editor = last.value;
  if (editor === undefined) {
    showNotice(l10n.t('Open the file first that the code is to be compared with.'));
    return;
  }
  const { document, selection } = editor;
  const lines = { startLine: selection.start.line + 1, endLine: selection.end.line + 1 };
  await showBeside(selection.isEmpty ? code : replaceWithBlock(document.getText(), code, lines), document, texts);
}

async function showBeside(shared: string, mine: TextDocument, texts: BlockTexts): Promise<void> {
  const name = posix.basename(mine.uri.path);
  const title = l10n.t('{0}: shared ↔ mine', name);
  await commands.executeCommand('vscode.diff', texts.add(name, shared), mine.uri, title, asText);
}
