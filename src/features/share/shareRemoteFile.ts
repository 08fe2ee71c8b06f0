import { l10n } from 'vscode';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { withStatusProgress } from '../../host/cancellableProgress.ts';
import { confirmShare } from '../../host/confirmShare.ts';
import { showSuccess } from '../../host/statusMessage.ts';
import { chooseRoom } from './chooseRoom.ts';
import { clearText } from './clearSecrets.ts';
import { failedShare } from './failedShare.ts';
import type { SharePorts } from './ports.ts';
import type { RemoteFileDraft } from './sources/shareSource.ts';

/** Room, then confirm with the address, then send it: the service fetches the file. */
export async function shareRemoteFile(ports: SharePorts, draft: RemoteFileDraft, argument: unknown): Promise<void> {
  const { title, url } = draft;
  const room = await chooseRoom(ports, argument, title);
  if (room === undefined) return;
  const target = displayTitle(room.title);
  const send = l10n.t('Send to {0}', target);
  const choice = await confirmShare({
    title,
    send,
    facts: l10n.t('fetched by the service'),
    excerpt: url,
    warnings: [],
    others: [],
  });
  if (choice !== 'send') return;
  // An address with a word masked would be another address.
  if ((await clearText(ports, url, { name: url, canMask: false })) === undefined) return;
  const share = async (): Promise<void> => {
    const client = await ports.connection.client();
    const sending = l10n.t('Sharing {0} to {1}', url, target);
    await withStatusProgress(sending, () => client.createMessage({ roomId: room.id, files: [url] }));
    showSuccess(l10n.t('Shared {0} to {1}', url, target));
  };
  await share().catch((error: unknown) => {
    void ports.failures.show(error, failedShare(url, target, share));
  });
}
