import { l10n, window } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { audienceFact } from '../../host/audienceFact.ts';
import { byteText } from '../../host/byteText.ts';
import { confirmShare } from '../../host/confirmShare.ts';
import { chooseRoom } from './chooseRoom.ts';
import { checkFiles, clearFiles, fileWarnings } from './clearSecrets.ts';
import type { SharePorts } from './ports.ts';
import { sendFiles } from './sendFiles.ts';
import type { FilesDraft } from './sources/shareSource.ts';

/** Room, then confirm with names and sizes, then send: one message for each file. Giving up at any step sends nothing. */
export async function shareFiles(ports: SharePorts, { title, files }: FilesDraft, argument: unknown): Promise<void> {
  const room = await chooseRoom(ports, argument, title);
  if (room === undefined) return;
  const checks = await checkFiles(ports, files);
  const confirmed = await confirmFiles(ports, { title, files }, room, fileWarnings(files, checks));
  if (confirmed === undefined) return;
  const cleared = await clearFiles(ports, { files, comment: confirmed.comment }, checks);
  if (cleared !== undefined) await sendFiles(ports, room, cleared.files, cleared.comment);
}

async function confirmFiles(
  ports: SharePorts,
  { title, files }: Pick<FilesDraft, 'title' | 'files'>,
  room: Room,
  risks: readonly string[],
): Promise<{ readonly comment: string | undefined } | undefined> {
  let comment: string | undefined;
  for (;;) {
    const total = files.reduce((sum, file) => sum + file.byteLength, 0);
    const names = files.map((file) => displayTitle(file.name)).join(', ');
    const choice = await confirmShare({
      title,
      send: l10n.t('Send to {0}', displayTitle(room.title)),
      facts: files.length === 1 ? byteText(total) : l10n.t('{0} files · {1}', files.length, byteText(total)),
      audience: (signal) => audienceFact(ports, room, signal),
      excerpt: comment === undefined ? names : `${names} — ${comment}`,
      warnings: [...risks, ...files.flatMap(({ name, note }) => (note === undefined ? [] : [`${name}: ${note}`]))],
      others: ['comment'],
    });
    if (choice !== 'comment') return choice === 'send' ? { comment } : undefined;
    const prompt = l10n.t('Comment, sent with the file');
    comment = (await window.showInputBox({ title, prompt, value: comment ?? '', ignoreFocusOut: true })) || undefined;
  }
}
