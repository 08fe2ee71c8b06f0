import { commands, l10n } from 'vscode';
import type { Message } from '../../core/api/resources.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { editInRoom, isEditRefused } from '../../core/messages/edit/editInRoom.ts';
import { findInRoom } from '../../core/messages/edit/findInRoom.ts';
import { messageText } from '../../core/messages/messageText.ts';
import type { NewShare } from '../../core/outbox/newShare.ts';
import { messageTextOf } from '../../core/outbox/shareRecord.ts';
import type { CommandId } from '../../host/commands/commandIds.ts';
import { withStatusProgress } from '../../host/ui/cancellableProgress.ts';
import type { DraftActions } from '../../host/ui/shareOutcome.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { askBefore } from '../../host/vscode/notifications.ts';
import type { SharePorts } from './step.ts';

/**
 * Replaces the text of a message, after a question if it was edited since. Where the service refuses that, the same text is
 * offered as a reply. @returns as `deliver`
 */
export async function replaceMessage(
  { connection, errors, outbox, log }: Pick<SharePorts, 'connection' | 'errors' | 'outbox' | 'log'>,
  share: NewShare,
  { messageId, editedText, sendAsReply }: NonNullable<DraftActions['edits']>,
): Promise<boolean> {
  const { id: roomId, title, account } = share.room;
  const room = displayTitle(title);
  const markdown = messageTextOf(share.content);
  const message = { id: messageId, roomId };
  const showing = <T>(work: () => Promise<T>) => withStatusProgress(l10n.t('Editing the message to “{0}”', room), work);
  try {
    const client = await connection.client(account.id);
    // A room whose messages cannot be listed does not tell: then the service decides.
    const read = () => findInRoom(client, message).catch(() => undefined);
    const now = editedText === undefined ? undefined : await showing(read);
    if (typeof now === 'object' && !(await mayReplace(now, [editedText, markdown]))) return false;
    await showing(() => editInRoom(client, message, markdown));
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

/** Asks before another text is lost than those that the user knows, as after an edit on another device. */
async function mayReplace(now: Message, known: readonly (string | undefined)[]): Promise<boolean> {
  if (known.includes(messageText(now))) return true;
  const question = l10n.t('The message was edited since this draft was opened. Replace it?');
  return askBefore(l10n.t('Replace'), question, l10n.t('“{0}”', displayTitle(messageText(now), 300)));
}
