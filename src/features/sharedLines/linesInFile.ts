import {
  commands,
  l10n,
  type QuickPickItem,
  QuickPickItemKind,
  Selection,
  type TextDocument,
  TextEditorRevealType,
  window,
} from 'vscode';
import type { LineRange } from '../../core/git/lineMap.ts';
import { showNothing } from '../../host/ui/showNothing.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import { selectionOf } from './lineActions.ts';
import type { LineMarks } from './lineMarks.ts';
import { hiddenMessages, type LinePorts } from './lineSources.ts';
import { markText } from './markText.ts';

interface LinesRow extends QuickPickItem {
  /** Absent in separators. */
  readonly run?: () => Promise<unknown>;
}

/** "Show Shared Lines in This File": lists them, and goes to the ones that are chosen, with their hover. */
export async function showLinesInFile(marks: LineMarks, ports: LinePorts): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (document !== undefined) await marks.update(document);
  const rows = document === undefined ? [] : rowsOf(document, marks, ports);
  if (rows.length === 0) return void showNothing(l10n.t('No shared lines are known in this file.'));
  const title = l10n.t('Shared Lines in This File');
  const choice = await window.showQuickPick(rows, { title, matchOnDetail: true, matchOnDescription: true });
  await choice?.run?.();
}

/**
 * Moves the cursor to the next shared lines below or above it, and around the end of the file, and says whose they are: the
 * sign in the gutter can only be seen.
 */
export async function goToLines(marks: LineMarks, ports: LinePorts, direction: 'next' | 'previous'): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor !== undefined) await marks.update(editor.document);
  const placed = editor === undefined ? [] : marks.in(editor.document.uri);
  const line = (editor?.selection.active.line ?? 0) + 1;
  const found =
    direction === 'next'
      ? (placed.find(({ range }) => range.startLine > line) ?? placed[0])
      : (placed.findLast(({ range }) => range.startLine < line) ?? placed.at(-1));
  if (editor === undefined || found === undefined) return showNotice(l10n.t('No shared lines are known in this file.'));
  const { start } = selectionOf(found.range);
  editor.selection = new Selection(start, start);
  editor.revealRange(editor.selection, TextEditorRevealType.InCenterIfOutsideViewport);
  const { author, room, words, replies } = markText(found.lines.message, ports);
  const facts = [author, room, words, replies].filter((text) => text !== '');
  showNotice([labelOf(found.range), ...facts].join(' · '));
}

function rowsOf(document: TextDocument, marks: LineMarks, ports: LinePorts): readonly LinesRow[] {
  const rows = marks.in(document.uri).map(({ range, lines }): LinesRow => {
    const { author, room, time, words, replies } = markText(lines.message, ports);
    return {
      label: labelOf(range),
      description: [author, room, time, replies].filter((text) => text !== '').join(' · '),
      ...(words !== '' && { detail: words }),
      run: () => goTo(document, range),
    };
  });
  if (hiddenMessages(ports).length === 0) return rows;
  return [
    ...rows,
    { label: '', kind: QuickPickItemKind.Separator },
    { label: l10n.t('Show Hidden Marks Again'), run: () => marks.hide(undefined) },
  ];
}

function labelOf({ startLine, endLine }: LineRange): string {
  return startLine === endLine ? l10n.t('Line {0}', startLine) : l10n.t('Lines {0}–{1}', startLine, endLine);
}

async function goTo(document: TextDocument, range: LineRange): Promise<void> {
  const { start, end } = selectionOf(range);
  // The hover belongs to the first line, so the cursor is there.
  const editor = await window.showTextDocument(document, { preview: false });
  editor.selection = new Selection(document.validatePosition(end), start);
  editor.revealRange(editor.selection);
  await commands.executeCommand('editor.action.showHover', { focus: 'autoFocusImmediately' });
}
