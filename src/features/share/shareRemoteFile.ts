import { l10n } from 'vscode';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { audienceFact } from '../../host/audienceFact.ts';
import { confirmShare } from '../../host/confirmShare.ts';
import { chooseRoom } from './chooseRoom.ts';
import { clearText, secretWarnings } from './clearSecrets.ts';
import type { SharePorts } from './ports.ts';
import { type KeptContent, keepContent, sendContent } from './sendContent.ts';
import type { RemoteFileDraft } from './sources/shareSource.ts';

/** Room, then confirm with the address, then send it: the service fetches the file. Back leads to the room again. */
export async function shareRemoteFile(ports: SharePorts, draft: RemoteFileDraft, argument: unknown): Promise<void> {
  const { title, url } = draft;
  const risks = await secretWarnings(ports, url);
  for (let row = argument; ; row = undefined) {
    const room = await chooseRoom(ports, row, title);
    if (room === undefined) return;
    let kept: KeptContent | undefined;
    const keepUrl = async (): Promise<true> => {
      kept = await keepContent(ports, room, { name: url }, { kind: 'url', url });
      return true;
    };
    const send = l10n.t('Send to {0}', displayTitle(room.title));
    const view = { send, facts: l10n.t('fetched by the service'), excerpt: url, warnings: [], others: [] };
    const confirmed = await confirmShare({
      title,
      view: async () => view,
      audience: (signal) => audienceFact(ports, room, signal),
      ...(risks.length === 0 && { keep: keepUrl }),
    });
    if (confirmed?.choice === 'back') continue;
    if (confirmed === undefined) return;
    // An address with a word masked would be another address.
    if (risks.length > 0 && (await clearText(ports, url, { name: url, risks, canMask: false })) !== undefined)
      await keepUrl();
    return sendContent(ports, kept).then(() => undefined);
  }
}
