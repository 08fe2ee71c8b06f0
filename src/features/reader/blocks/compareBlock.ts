import { posix } from 'node:path';
import { l10n, type TextDocument, type Uri, workspace } from 'vscode';
import type { Log } from '../../../core/base/log.ts';
import { type BlockLines, findBlock } from '../../../core/lines/findBlock.ts';
import { locate } from '../../../core/lines/locate.ts';
import { withSharedLines } from '../../../core/lines/withSharedLines.ts';
import type { SharedBlock } from '../../../core/messages/sharedBlocks.ts';
import { versionsOfBlock } from '../../../host/git/openLines.ts';
import { showNotice, showSuccess } from '../../../host/ui/statusBar.ts';
import type { ReadOnlyTexts } from '../../../host/vscode/readOnlyTexts.ts';
import { showPlainTextDiff } from '../../../host/vscode/workspaceFiles.ts';
import type { LastEditor } from './insertAtCursor.ts';
import { findSharedFile } from './sharedFiles.ts';

export interface ComparePorts {
  readonly last: LastEditor;
  readonly texts: ReadOnlyTexts;
  readonly log: Log;
}

/**
 * Compares a block with the file it comes from, with the shared lines in their place; without a file, with the last
 * active editor.
 */
export async function compareBlock(block: SharedBlock, ports: ComparePorts): Promise<void> {
  if (block.origin === undefined) return compareWithEditor(block, ports);
  const file = await findSharedFile(block.origin.path);
  if (file !== undefined) await compareWithFile(block, file, ports);
}

/** Compares with the current version of the shared lines in this file. */
export async function compareWithFile(block: SharedBlock, file: Uri, { texts, log }: ComparePorts): Promise<void> {
  const { document, committed } = await versionsOfBlock(file, block, log);
  const mine = document.getText();
  if (findBlock(mine, block.code, block.origin?.startLine ?? 1) !== undefined)
    return showSuccess(l10n.t('{0} already contains these lines.', workspace.asRelativePath(file)));
  const current = currentLines(mine, block, committed);
  if (current === undefined) showNotice(l10n.t('{0} contains no similar lines.', workspace.asRelativePath(file)));
  await showBeside(withSharedLines(mine, block, current), document, texts);
}

/** Where the lines of a block are now; `undefined` if nothing is similar. */
function currentLines(text: string, { code, origin }: SharedBlock, older?: string): BlockLines | undefined {
  const { startLine, endLine } = origin ?? { startLine: 1, endLine: 1 };
  const [found] = locate(text, [{ range: { startLine, endLine }, code, older }]);
  return found === undefined || found.kind === 'gone' ? undefined : found.range;
}

async function compareWithEditor(block: SharedBlock, { last, texts }: ComparePorts): Promise<void> {
  const editor = last.value;
  if (editor === undefined) return showNotice(l10n.t('Open a file to compare with.'));
  const { document, selection } = editor;
  const mine = document.getText();
  const selected = { startLine: selection.start.line + 1, endLine: selection.end.line + 1 };
  const lines = selection.isEmpty ? currentLines(mine, block) : selected;
  await showBeside(lines === undefined ? block.code : withSharedLines(mine, block, lines), document, texts);
}

async function showBeside(shared: string, mine: TextDocument, texts: ReadOnlyTexts): Promise<void> {
  const name = posix.basename(mine.uri.path);
  const title = l10n.t('{0} (Shared ↔ Workspace)', name);
  await showPlainTextDiff(texts.add(name, shared), mine.uri, title);
}
