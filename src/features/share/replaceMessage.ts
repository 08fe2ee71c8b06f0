import { commands, l10n } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { editInRoom, isEditRefused } from '../../core/messages/edit/editInRoom.ts';
import type { NewShare } from '../../core/outbox/newShare.ts';
import { messageTextOf } from '../../core/outbox/shareRecord.ts';
import type { CommandId } from '../../host/commands/commandIds.ts';
import { withStatusProgress } from '../../host/ui/cancellableProgress.ts';
import type { DraftActions } from '../../host/ui/shareOutcome.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import type { SharePorts } from './step.ts';

/** Replaces the text of a message. Where the service refuses that, the same text is offered as a reply. @returns as `deliver` */
export async function replaceMessage(
  { connection, errors, outbox, log }: Pick<SharePorts, 'connection' | 'errors' | 'outbox' | 'log'>,
  share: NewShare,
  { messageId, sendAsReply }: NonNullable<DraftActions['edits']>,
): Promise<boolean> {
  const { id: roomId, title, account } = share.room;
  const room = displayTitle(title);
  const markdown = messageTextOf(share.content);
  const edit = async () => editInRoom(await connection.client(account.id), { id: messageId, roomId }, markdown);
  try {
    await withStatusProgress(l10n.t('Editing the message to “{0}”', room), edit);
  } catch (error) {
    const otherAction = isEditRefused(error) ? { label: l10n.t('Send as Reply'), run: sendAsReply } : undefined;
    void errors.report(error, { context: l10n.t("Couldn't edit the message to “{0}”.", room), otherAction });
    return false;
  }
  showSuccess(l10n.t('Edited the message to “{0}”', room));
  await outbox.noteEdit(messageId, share).catch((error: unknown) => log.error('an edit could not be recorded', error));
  await commands.executeCommand('_roomside.messageChanged' satisfies CommandId, roomId);
  return true;
}
