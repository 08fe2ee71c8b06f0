import { l10n } from 'vscode';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { audienceFact } from '../../host/audienceFact.ts';
import { confirmShare } from '../../host/confirmShare.ts';
import { chooseRoom } from './chooseRoom.ts';
import { clearText, secretWarnings } from './clearSecrets.ts';
import type { SharePorts } from './ports.ts';
import { type KeptContent, keepContent, sendContent } from './sendContent.ts';
import type { RemoteFileDraft } from './sources/shareSource.ts';

/** Room, then confirm with the address, then send it: the service fetches the file. */
export async function shareRemoteFile(ports: SharePorts, draft: RemoteFileDraft, argument: unknown): Promise<void> {
  const { title, url } = draft;
  const room = await chooseRoom(ports, argument, title);
  if (room === undefined) return;
  const target = displayTitle(room.title);
  const risks = await secretWarnings(ports, url);
  let kept: KeptContent | undefined;
  const keepUrl = async (): Promise<void> => {
    kept = await keepContent(ports, room, url, { kind: 'url', url });
  };
  const choice = await confirmShare({
    title,
    send: l10n.t('Send to {0}', target),
    facts: l10n.t('fetched by the service'),
    audience: (signal) => audienceFact(ports, room, signal),
    excerpt: url,
    warnings: [],
    others: [],
    ...(risks.length === 0 && { keep: keepUrl }),
  });
  if (choice !== 'send') return;
  // An address with a word masked would be another address.
  if (risks.length > 0 && (await clearText(ports, url, { name: url, risks, canMask: false })) !== undefined)
    await keepUrl();
  await sendContent(ports, kept);
}
