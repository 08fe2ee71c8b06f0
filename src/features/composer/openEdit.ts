import { l10n } from 'vscode';
import { fieldsOf } from '../../core/base/json.ts';
import { withNewLines } from '../../core/lines/withNewLines.ts';
import { findInRoom } from '../../core/messages/edit/findInRoom.ts';
import { messageText } from '../../core/messages/messageText.ts';
import { messageIdOf, roomIdOf, shareIdOf } from '../../host/commands/commandArguments.ts';
import { messageName } from '../../host/ui/describeShare.ts';
import { listedRoom } from '../../host/ui/pickRoom.ts';
import { showNothing } from '../../host/ui/showNothing.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import type { ComposerPorts } from './draftCommands.ts';

/**
 * "Edit Message…": opens a message of the user as a draft that replaces it, with its text as the room has it now. The argument
 * names a message or a share, and can have lines that replace shared ones.
 */
export async function openEdit(ports: ComposerPorts, argument: unknown): Promise<void> {
  const { connection, directory, drafts, outbox } = ports;
  const share = outbox.snapshot.shares.find(({ id }) => id === shareIdOf(argument));
  const id = share?.messageId ?? messageIdOf(argument);
  const room = await listedRoom({ connection, directory }, share?.roomId ?? roomIdOf(argument));
  if (id === undefined || room === undefined) return void showNothing(l10n.t('Select a message of yours to edit.'));
  const { account, client } = await connection.requireSession();
  const message = await findInRoom(client, { id, roomId: room.id });
  if (typeof message === 'string') {
    return showNotice(l10n.t("Couldn't find this message. It may have been deleted."));
  }
  if (message.personId !== account.personId) return showNotice(l10n.t('You can edit only your own messages.'));
  if ((message.files ?? []).length > 0) return showNotice(l10n.t("A message with files can't be edited."));
  const text = messageText(message);
  const { digest, markdown } = fieldsOf(fieldsOf(argument).lines);
  const hasLines = typeof digest === 'number' && typeof markdown === 'string';
  const changed = hasLines ? withNewLines(text, digest, markdown) : undefined;
  const existing = (await drafts.list()).drafts.find((draft) => draft.edits === id && draft.accountId === account.id);
  if (existing !== undefined && changed === undefined) return drafts.open(existing);
  if (existing !== undefined) await drafts.remove(existing);
  const { parentId } = message;
  const parent = parentId === undefined ? {} : { parent: { id: parentId, author: '', line: '' } };
  await drafts.create(room, { name: messageName(parentId !== undefined), text: changed ?? text, edits: id, ...parent });
}
