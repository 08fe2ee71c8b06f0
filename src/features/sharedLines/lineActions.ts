import { commands, l10n, Range, Selection, Uri, window } from 'vscode';
import type { LineRange } from '../../core/git/lineMap.ts';
import type { RoomNode } from '../../host/commands/commandArguments.ts';
import type { CommandId } from '../../host/commands/commandIds.ts';
import type { LineMarks } from './lineMarks.ts';
import type { LinePorts } from './lineSources.ts';
import { markText } from './markText.ts';
import type { LineMark } from './model/placeMarks.ts';

/** Runs an action of a hover. @param key the number of a mark, which may be gone */
export async function runLineAction(marks: LineMarks, ports: LinePorts, action: unknown, key: unknown): Promise<void> {
  const found = marks.find(key);
  if (found === undefined) return;
  const { mark, uri } = found;
  if (action === 'open') await commands.executeCommand('roomside.readRoom' satisfies CommandId, nodeOf(mark));
  else if (action === 'reply') await replyWithSelection(mark, Uri.parse(uri), ports);
  else if (action === 'edit') await commands.executeCommand('roomside.editMessage' satisfies CommandId, nodeOf(mark));
  else if (action === 'update') await updateWithLines(mark, Uri.parse(uri));
  else if (action === 'hide') await marks.hide(mark.lines.message.messageId);
}

function nodeOf({ lines }: LineMark): RoomNode {
  const { roomId, messageId } = lines.message;
  return { kind: 'room', roomId, messageId };
}

/** Puts the lines as they are now into the message that shared them. */
async function updateWithLines(mark: LineMark, uri: Uri): Promise<void> {
  const { range, lines } = mark;
  if (range === undefined) return;
  const editor = await window.showTextDocument(uri);
  editor.selection = selectionOf(range);
  await commands.executeCommand('_roomside.updateMessage' satisfies CommandId, nodeOf(mark), lines.digest);
}

/** Shares the selection, else the marked lines, into the thread of the message. */
async function replyWithSelection({ lines, range }: LineMark, uri: Uri, ports: LinePorts): Promise<void> {
  const { roomId, threadId } = lines.message;
  const { author, words } = markText(lines.message, ports);
  const person = lines.message.author === '' ? l10n.t('yourself') : author;
  const editor = await window.showTextDocument(uri);
  if (editor.selection.isEmpty && range !== undefined) editor.selection = selectionOf(range);
  const node: RoomNode = { kind: 'room', roomId, parent: { id: threadId, author: person, line: words } };
  await commands.executeCommand('roomside.shareSelection' satisfies CommandId, node);
}

/** All of the lines. */
export function selectionOf({ startLine, endLine }: LineRange): Selection {
  const { start, end } = new Range(startLine - 1, 0, endLine - 1, Number.MAX_SAFE_INTEGER);
  return new Selection(start, end);
}
