import { l10n, Range, Selection, type TextDocument, type Uri, window, workspace } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { createLineMap, followLines, type LineRange } from '../../core/git/lineMap.ts';
import { type CurrentLines, currentLines } from '../../core/messages/currentLines.ts';
import { findBlock } from '../../core/messages/findBlock.ts';
import type { SharedBlock } from '../../core/messages/sharedBlocks.ts';
import { showNotice } from '../ui/statusBar.ts';
import { showInformationMessage, showWarningMessage } from '../vscode/notifications.ts';
import { textAtCommit } from './gitApi.ts';

/** Lines of a file that were shared. */
export interface SharedLines {
  readonly lines: readonly LineRange[];
  /** The commit that has them. Another person wrote it. */
  readonly commit?: string | undefined;
  /** Their text, if it was shared, too. */
  readonly block?: SharedBlock;
  /** Compares what was shared with the file. */
  compare(selection: Selection | undefined): Promise<void>;
}

/** Where shared lines are now. `unknown`: nothing says whether they are the same. */
interface LinesNow {
  readonly lines: LineRange;
  readonly kind: 'same' | 'moved' | 'changed' | 'unknown';
}

/** Opens a file, selects the lines where they are now, and says if they have moved or changed since they were shared. */
export async function openLines(file: Uri, shared: SharedLines, log: Log): Promise<void> {
  const document = await workspace.openTextDocument(file);
  const { commit, block, lines } = shared;
  const committed = await committedText(document, commit, log);
  const now = lines.map((range) => linesNow(document.getText(), { range, block, committed }));
  const selections = now.map((each) => selectionOf(each.lines, document));
  const [selection] = selections;
  const editor = await window.showTextDocument(document, { preview: false, ...(selection && { selection }) });
  editor.selections = selections;
  const name = displayTitle(workspace.asRelativePath(file));
  const [first] = now;
  const [before] = lines;
  if (now.some(({ kind }) => kind === 'changed')) {
    const comparing = l10n.t('Compare');
    const text = l10n.t('{0}: these lines have changed since they were shared.', name);
    if ((await showWarningMessage(text, comparing)) === comparing) await shared.compare(selection);
  } else if (first?.kind === 'moved' && before !== undefined) {
    const [from, to] = [before.startLine, first.lines.startLine];
    void showInformationMessage(l10n.t('{0}: these lines moved from line {1} to line {2}.', name, from, to));
  } else if (first?.kind === 'unknown' && commit !== undefined) {
    showNotice(l10n.t("{0}: the shared commit isn't in this repository, so the lines may differ.", name));
  }
}

/** Finds the current position of a block in its file, whose lines may have changed, using the commit from its header. */
export async function findCurrentLines(
  block: SharedBlock,
  document: TextDocument,
  log: Log,
): Promise<CurrentLines | undefined> {
  return currentLines(document.getText(), block, await committedText(document, block.origin?.commit, log));
}

async function committedText({ uri }: TextDocument, commit: string | undefined, log: Log): Promise<string | undefined> {
  return commit === undefined ? undefined : textAtCommit(uri, commit, log);
}

interface Search {
  readonly range: LineRange;
  readonly block: SharedBlock | undefined;
  /** The file at the commit. */
  readonly committed: string | undefined;
}

/** By the commit first, because equal lines may be in several places; then by the text. */
function linesNow(text: string, { range, block, committed }: Search): LinesNow {
  const mapped = committed === undefined ? undefined : createLineMap(committed, text)(range);
  if (mapped !== undefined) {
    return { lines: mapped, kind: mapped.startLine === range.startLine ? 'same' : 'moved' };
  }
  const place = block && findBlock(text, block.code, range.startLine);
  if (place !== undefined && place.kind !== 'gone') return { lines: place, kind: place.kind };
  const similar = block && currentLines(text, block, committed);
  const followed = committed === undefined ? undefined : followLines(committed, text, range);
  const isKnown = block !== undefined || committed !== undefined;
  return { lines: similar ?? followed ?? range, kind: isKnown ? 'changed' : 'unknown' };
}

/** An empty range stands for deleted lines: the cursor is where they were. */
function selectionOf({ startLine, endLine }: LineRange, document: TextDocument): Selection {
  const end = endLine < startLine ? 0 : Number.MAX_SAFE_INTEGER;
  const range = new Range(startLine - 1, 0, Math.max(startLine, endLine) - 1, end);
  const valid = document.validateRange(range);
  return new Selection(valid.start, valid.end);
}
