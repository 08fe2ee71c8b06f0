import { l10n, Uri, window, workspace } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { byteText } from '../../host/byteText.ts';
import { confirmShare } from '../../host/confirmShare.ts';
import { currentResource } from '../../host/currentResource.ts';
import { chooseRoom } from './chooseRoom.ts';
import { documentAsFile, type FileSource, savedFile } from './fileSource.ts';
import type { SharePorts } from './ports.ts';
import { sendFiles } from './sendFiles.ts';

/** "Share Current File…": the file of the editor, or of the tab the menu was opened on. */
export async function shareCurrentFile(ports: SharePorts, argument: unknown): Promise<void> {
  const uri = argument instanceof Uri ? argument : currentResource();
  if (uri === undefined) {
    await window.showInformationMessage(l10n.t('Open a file first, then share it.'));
    return;
  }
  await ports.connection.client();
  const document = workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  const file = document === undefined ? await savedFile(uri) : await documentAsFile(document);
  if (file !== undefined) await shareFileSources(ports, l10n.t('Share Current File'), [file], argument);
}

/** "Share File…" of the Explorer: the selected files, one message each. */
export async function shareExplorerFiles(ports: SharePorts, clicked: unknown, selected: unknown): Promise<void> {
  const uris = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  const files = await Promise.all(uris.filter((uri) => uri instanceof Uri).map(savedFile));
  if (files.length > 0) await shareFileSources(ports, l10n.t('Share File'), files, undefined);
}

async function shareFileSources(
  ports: SharePorts,
  title: string,
  files: readonly FileSource[],
  argument: unknown,
): Promise<void> {
  const room = await chooseRoom(ports, argument, title);
  if (room === undefined) return;
  const confirmed = await confirmFiles(title, files, room);
  if (confirmed !== undefined) await sendFiles(ports, room, files, confirmed.comment);
}

async function confirmFiles(
  title: string,
  files: readonly FileSource[],
  room: Room,
): Promise<{ readonly comment: string | undefined } | undefined> {
  let comment: string | undefined;
  for (;;) {
    const total = files.reduce((sum, file) => sum + file.byteLength, 0);
    const names = files.map((file) => displayTitle(file.name)).join(', ');
    const choice = await confirmShare({
      title,
      send: l10n.t('Send to {0}', displayTitle(room.title)),
      facts: files.length === 1 ? byteText(total) : l10n.t('{0} files · {1}', files.length, byteText(total)),
      excerpt: comment === undefined ? names : `${names} — ${comment}`,
      warnings: files.flatMap((file) => (file.note === undefined ? [] : [`${file.name}: ${file.note}`])),
      others: ['comment'],
    });
    if (choice !== 'comment') return choice === 'send' ? { comment } : undefined;
    const prompt = l10n.t('Comment, sent with the file');
    comment = (await window.showInputBox({ title, prompt, value: comment ?? '', ignoreFocusOut: true })) || undefined;
  }
}
