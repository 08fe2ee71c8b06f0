import { l10n, Range, Selection, type TextDocument, type Uri, window, workspace } from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { LineRange } from '../../core/git/lineMap.ts';
import { notebookCells } from '../../core/git/notebookCells.ts';
import { cellNow } from '../../core/lines/cellNow.ts';
import { type Located, locate } from '../../core/lines/locate.ts';
import type { SharedBlock } from '../../core/messages/sharedBlocks.ts';
import { showNotice } from '../ui/statusBar.ts';
import { showInformationMessage, showWarningMessage } from '../vscode/notifications.ts';
import { fetchIfMissing } from './fetchIfMissing.ts';
import { textAtCommit } from './repositoryOf.ts';

/** Lines of a file that were shared. */
export interface SharedLines {
  readonly lines: readonly LineRange[];
  /** The number of the cell of a notebook, from 1; the lines are those in the cell. */
  readonly cell?: number | undefined;
  /** The commit that has them. Another person wrote it. */
  readonly commit?: string | undefined;
  /** The remotes of the person who shared them (`identityOf`). */
  readonly remotes?: readonly string[];
  /** Their text, if it was shared, too. */
  readonly block?: SharedBlock;
  /** They were not shared: they are those of a page, whose commit may not be known. */
  readonly isNamed?: boolean;
  /** Compares what was shared with the file. */
  compare(selection: Selection | undefined): Promise<void>;
}

/** Shared code of a message, whose text is known beside its link. */
export interface SharedCode {
  readonly block: SharedBlock;
  /**
   * The file of the workspace with the path that the message names. `none`: no file has it. `undefined`: the user chose
   * none of several.
   */
  findByPath(): Promise<Uri | 'none' | undefined>;
  compare(file: Uri): Promise<void>;
}

/** A place that a message names by the address of a page, which is shown where no clone is open. */
export interface NamedPlace {
  readonly page: string;
}

/** Opens a file, selects the lines where they are now, and says if they have moved or changed since they were shared. */
export async function openLines(file: Uri, shared: SharedLines, log: Log): Promise<void> {
  const { document, committed, cell } = await versionsOf(file, shared, log);
  const now = locate(document.getText(), placesOf(shared, committed));
  const selections = now.map(({ range }) => selectionOf(range, document));
  const [selection] = selections;
  const editor = await window.showTextDocument(document, { preview: false, ...(selection && { selection }) });
  editor.selections = selections;
  await say({ file, shared, now, cell, selection, isCommitKnown: committed !== undefined }, log);
}

function placesOf({ lines, block }: Pick<SharedLines, 'lines' | 'block'>, older: string | undefined) {
  return lines.map(({ startLine, endLine }) => ({ range: { startLine, endLine }, code: block?.code, older }));
}

interface Versions {
  /** The file, or the cell that has the lines now. */
  readonly document: TextDocument;
  readonly committed: string | undefined;
  readonly cell?: number;
}

async function versionsOf(file: Uri, shared: Omit<SharedLines, 'compare'>, log: Log): Promise<Versions> {
  const { cell, commit } = shared;
  const committed = commit === undefined ? undefined : await textAtCommit(file, commit, log);
  const cells = cell === undefined ? [] : await cellsOf(file);
  if (cell === undefined || cells.length === 0) return { document: await workspace.openTextDocument(file), committed };
  const older = notebookCells(committed ?? '')?.[cell - 1];
  const texts = cells.map((each) => each.getText());
  const now = cellNow(texts, cell, placesOf(shared, older));
  const document = cells[now - 1];
  return { document: document ?? (await workspace.openTextDocument(file)), committed: older, cell: now };
}

/** The document of a file that has a block now, which is the file or the cell of a notebook, and its text at the commit. */
export function versionsOfBlock(file: Uri, block: SharedBlock, log: Log): Promise<Versions> {
  const { cell, commit, ...range } = block.origin ?? { startLine: 1, endLine: 1 };
  return versionsOf(file, { lines: [range], cell, commit, block }, log);
}

/** The texts of a notebook's cells. Empty for a file that VS Code does not read as a notebook. */
async function cellsOf(file: Uri): Promise<readonly TextDocument[]> {
  const notebook = await workspace.openNotebookDocument(file).then(
    (opened) => opened,
    () => undefined,
  );
  return notebook?.getCells().map(({ document }) => document) ?? [];
}

interface Opened {
  readonly file: Uri;
  readonly shared: SharedLines;
  readonly now: readonly Located[];
  readonly cell: number | undefined;
  readonly selection: Selection | undefined;
  /** The commit has the file. */
  readonly isCommitKnown: boolean;
}

/** Says what differs from what was shared, and offers what helps. */
async function say(opened: Opened, log: Log): Promise<void> {
  const { file, shared, now, cell, selection, isCommitKnown } = opened;
  const { lines, commit, block } = shared;
  const name = displayTitle(workspace.asRelativePath(file));
  const [first] = now;
  const [before] = lines;
  const has = (kind: Located['kind']): boolean => now.some((each) => each.kind === kind);
  const isUnknown = first !== undefined && block === undefined && !isCommitKnown;
  if (has('gone') && isCommitKnown) {
    showNotice(l10n.t('{0}: these lines have changed since they were shared.', name));
    await shared.compare(undefined);
  } else if (!isUnknown && (has('changed') || has('gone'))) {
    const text = l10n.t('{0}: these lines have changed since they were shared.', name);
    await offer(opened, text, [l10n.t('Compare'), () => shared.compare(selection)], log);
  } else if (shared.cell !== undefined && cell !== undefined && cell !== shared.cell) {
    void showInformationMessage(l10n.t('{0}: these lines moved from cell {1} to cell {2}.', name, shared.cell, cell));
  } else if (first?.kind === 'moved' && before !== undefined) {
    const from = before.startLine;
    const to = first.range.startLine;
    void showInformationMessage(l10n.t('{0}: these lines moved from line {1} to line {2}.', name, from, to));
  } else if (isUnknown && commit !== undefined) {
    const text = l10n.t("{0}: the shared commit isn't in this repository, so the lines may differ.", name);
    await offer(opened, text, undefined, log);
  } else if (isUnknown && !shared.isNamed) {
    void showInformationMessage(
      l10n.t('{0}: these lines were in no commit when they were shared, so they may differ.', name),
    );
  }
}

/** Shows a text with an action, and with Fetch if the repository does not have the commit. */
async function offer(
  { file, shared }: Opened,
  text: string,
  action: readonly [label: string, run: () => Promise<void>] | undefined,
  log: Log,
): Promise<void> {
  const fetch = await fetchIfMissing(file, shared, log);
  const fetching = l10n.t('Fetch');
  const labels = [...(action === undefined ? [] : [action[0]]), ...(fetch === undefined ? [] : [fetching])];
  if (labels.length === 0) return showNotice(text);
  const show = action === undefined ? showInformationMessage : showWarningMessage;
  const chosen = await show(text, ...labels);
  if (chosen === fetching) {
    if (await fetch?.()) await openLines(file, shared, log);
  } else if (chosen !== undefined) await action?.[1]();
}

/** An empty range stands for deleted lines: the cursor is where they were. */
function selectionOf({ startLine, endLine }: LineRange, document: TextDocument): Selection {
  const end = endLine < startLine ? 0 : Number.MAX_SAFE_INTEGER;
  const range = new Range(startLine - 1, 0, Math.max(startLine, endLine) - 1, end);
  const valid = document.validateRange(range);
  return new Selection(valid.start, valid.end);
}
