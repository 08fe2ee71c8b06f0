import { l10n } from 'vscode';
import { ServiceError } from '../../core/api/errors.ts';
import type { Services } from '../../host/services.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { showWarningMessage } from '../../host/vscode/notifications.ts';

interface MessageToDelete {
  readonly id: string;
  /** The account that wrote it. */
  readonly accountId: string;
  /** The beginning of the text; empty for a file. */
  readonly line: string;
  /** As displayed. */
  readonly room: string;
}

/**
 * Deletes a message of the user after a question, as in Undo Share [X2]. A message that another client has deleted
 * meanwhile counts as deleted.
 * @returns whether it is deleted
 */
export async function deleteOwnMessage(
  { connection }: Pick<Services, 'connection'>,
  { id, accountId, line, room }: MessageToDelete,
): Promise<boolean> {
  const choice = l10n.t('Delete');
  const question = l10n.t('Delete your message from “{0}”?', room);
  const consequence = l10n.t('It will be deleted for everyone in the room. This cannot be undone.');
  const detail = line === '' ? consequence : `“${line}”\n\n${consequence}`;
  if ((await showWarningMessage(question, { modal: true, detail }, choice)) !== choice) return false;
  try {
    await (await connection.client(accountId)).deleteMessage(id);
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 404)) throw error;
  }
  showSuccess(l10n.t('Deleted a message from {0}', room));
  return true;
}
