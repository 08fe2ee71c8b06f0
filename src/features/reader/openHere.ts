import { l10n, Range, type Uri, window, workspace } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { findBlock } from '../../core/messages/findBlock.ts';
import type { SharedBlock } from '../../core/messages/sharedBlocks.ts';
import { findCurrentLines } from './findCurrentLines.ts';
import { findSharedFile } from './findSharedFile.ts';

/** Opens the file of a block at the shared lines, and tells the user if they were moved or changed. */
export async function openHere(block: SharedBlock, log: Log, compare: (file: Uri) => Promise<void>): Promise<void> {
  const { origin, code } = block;
  const file = origin && (await findSharedFile(origin.path));
  if (origin === undefined || file === undefined) return;
  const document = await workspace.openTextDocument(file);
  const place = findBlock(document.getText(), code, origin.startLine);
  const { startLine, endLine } =
    place.kind === 'gone' ? ((await findCurrentLines(block, document, log)) ?? origin) : place;
  const selection = document.validateRange(
    new Range(startLine - 1, 0, Math.max(startLine, endLine) - 1, Number.MAX_SAFE_INTEGER),
  );
  await window.showTextDocument(document, { selection });
  const name = displayTitle(workspace.asRelativePath(file));
  if (place.kind === 'moved') {
    const text = l10n.t('{0}: these lines moved from line {1} to line {2}.', name, origin.startLine, startLine);
    void window.showInformationMessage(text);
  } else if (place.kind === 'gone') {
    const comparing = l10n.t('Compare');
    const text = l10n.t('{0} no longer contains these lines.', name);
    if ((await window.showWarningMessage(text, comparing)) === comparing) await compare(file);
  }
}
