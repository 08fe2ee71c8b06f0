import { l10n, window } from 'vscode';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { NotPublicUrlError, parsePublicUrl } from '../../core/share/remoteFile.ts';
import { withStatusProgress } from '../../host/cancellableProgress.ts';
import { confirmShare } from '../../host/confirmShare.ts';
import { showSuccess } from '../../host/statusMessage.ts';
import { chooseRoom } from './chooseRoom.ts';
import { failedShare } from './failedShare.ts';
import type { SharePorts } from './ports.ts';

/** "Share URL as File…": the service fetches the file itself, so it must be public ("POST /v1/messages", remote file). */
export async function shareUrl(ports: SharePorts, argument: unknown): Promise<void> {
  await ports.connection.client();
  const title = l10n.t('Share URL as File');
  const text = await window.showInputBox({
    title,
    prompt: l10n.t('Address of one public file. The service fetches it, so it must need no sign-in.'),
    placeHolder: 'https://example.com/report.pdf',
    ignoreFocusOut: true,
    validateInput: urlProblem,
  });
  if (text === undefined) return;
  const url = parsePublicUrl(text).href;
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

function urlProblem(text: string): string | undefined {
  try {
    parsePublicUrl(text);
    return undefined;
  } catch (error) {
    if (error instanceof NotPublicUrlError) return urlWords(error);
    throw error;
  }
}

function urlWords({ reason }: NotPublicUrlError): string {
  const words = {
    empty: l10n.t('Type the address of a file.'),
    several: l10n.t('One address at a time: the service takes one for each message.'),
    malformed: l10n.t('This is not an address.'),
    scheme: l10n.t('The address must begin with https:// or http://.'),
    credentials: l10n.t('Leave user name and password out: everybody in the room would see them.'),
    'private-host': l10n.t('The service cannot reach this host: it is on your own network.'),
  };
  return words[reason];
}
