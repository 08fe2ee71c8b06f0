import { l10n, window } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import type { FileCheck } from '../../core/share/scan/secretScanner.ts';
import { audienceFact } from '../../host/audienceFact.ts';
import { byteText } from '../../host/byteText.ts';
import { confirmShare } from '../../host/confirmShare.ts';
import { chooseRoom } from './chooseRoom.ts';
import { areClear, checkFiles, fileWarnings } from './clearSecrets.ts';
import { type KeptFiles, keepCleared, keepFiles } from './keepFiles.ts';
import type { SharePorts } from './ports.ts';
import { sendFiles } from './sendFiles.ts';
import type { FilesDraft } from './sources/shareSource.ts';

/** Room, then confirm with names and sizes, then send: one message for each file. Giving up at any step sends nothing. */
export async function shareFiles(ports: SharePorts, { title, files }: FilesDraft, argument: unknown): Promise<void> {
  const room = await chooseRoom(ports, argument, title);
  if (room === undefined) return;
  const kept = await confirmFiles(ports, { title, files }, room, await checkFiles(ports, files));
  await sendFiles(ports, kept);
}

/** All files are written down before the last step closes, or after the question about their secrets. */
async function confirmFiles(
  ports: SharePorts,
  { title, files }: Pick<FilesDraft, 'title' | 'files'>,
  room: Room,
  checks: readonly FileCheck[] | undefined,
): Promise<KeptFiles | undefined> {
  let comment: string | undefined;
  let kept: KeptFiles | undefined;
  const keep = async (): Promise<void> => {
    if (await areClear(ports, { files, comment }, checks)) kept = await keepFiles(ports, room, files, comment);
  };
  for (;;) {
    const choice = await confirmShare({
      ...requestFor({ title, files }, room, comment),
      audience: (signal) => audienceFact(ports, room, signal),
      warnings: [
        ...fileWarnings(files, checks),
        ...files.flatMap(({ name, note }) => (note === undefined ? [] : [`${name}: ${note}`])),
      ],
      keep,
    });
    if (choice === 'send') return kept ?? keepCleared(ports, room, { files, comment }, checks);
    if (choice !== 'comment') return undefined;
    const prompt = l10n.t('Comment, sent with the file');
    comment = (await window.showInputBox({ title, prompt, value: comment ?? '', ignoreFocusOut: true })) || undefined;
  }
}

function requestFor({ title, files }: Pick<FilesDraft, 'title' | 'files'>, room: Room, comment: string | undefined) {
  const total = files.reduce((sum, file) => sum + file.byteLength, 0);
  const names = files.map((file) => displayTitle(file.name)).join(', ');
  return {
    title,
    send: l10n.t('Send to {0}', displayTitle(room.title)),
    facts: files.length === 1 ? byteText(total) : l10n.t('{0} files · {1}', files.length, byteText(total)),
    excerpt: comment === undefined ? names : `${names} — ${comment}`,
    others: ['comment'] as const,
  };
}
