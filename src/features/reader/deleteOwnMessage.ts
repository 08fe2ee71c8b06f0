import { l10n } from 'vscode';
import { timeMs } from '../../core/base/clock.ts';
import { deleteFromRoom } from '../../core/messages/deleteFromRoom.ts';
import type { FeedMessage } from '../../core/messages/feedMessages.ts';
import type { Services } from '../../host/services.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { showWarningMessage } from '../../host/vscode/notifications.ts';

interface OwnMessage {
  readonly message: Pick<FeedMessage, 'id' | 'roomId' | 'created'>;
  /** The account that wrote it. */
  readonly accountId: string;
  /** The beginning of the text; empty for a file. */
  readonly line: string;
  /** As displayed. */
  readonly room: string;
}

/**
 * Deletes a message of the user after a question, as `deleteFromRoom`.
 * @returns whether it is deleted
 */
export async function deleteOwnMessage(
  { connection }: { readonly connection: Pick<Services['connection'], 'client'> },
  { message, accountId, line, room }: OwnMessage,
): Promise<boolean> {
  const choice = l10n.t('Delete');
  const question = l10n.t('Delete your message from “{0}”?', room);
  const consequence = l10n.t('It will be deleted for everyone in the room. This cannot be undone.');
  const detail = line === '' ? consequence : `${l10n.t('“{0}”', line)}\n\n${consequence}`;
  if ((await showWarningMessage(question, { modal: true, detail }, choice)) !== choice) return false;
  const { id, roomId, created } = message;
  await deleteFromRoom(await connection.client(accountId), { id, roomId, sentMs: timeMs(created) });
  showSuccess(l10n.t('Deleted a message from {0}', room));
  return true;
}
