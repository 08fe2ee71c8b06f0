import { commands, l10n } from 'vscode';
import { timeMs } from '../../core/base/clock.ts';
import { deleteFromRoom } from '../../core/messages/deleteFromRoom.ts';
import { isPatchTag } from '../../core/messages/sharedBlocks.ts';
import { threadIdOf } from '../../core/messages/threads.ts';
import type { RoomNode } from '../../host/commands/commandArguments.ts';
import type { CommandId } from '../../host/commands/commandIds.ts';
import { showNotice, showSuccess } from '../../host/ui/statusBar.ts';
import { askBefore } from '../../host/vscode/notifications.ts';
import type { Suggestions } from './blocks/suggestions.ts';
import type { MessageViews } from './messageViews.ts';
import type { RoomPage } from './roomPage.ts';
import type { ShownMessages } from './shownMessages.ts';

/** Deletes a message of the user after a question, as `deleteFromRoom`, with the account that wrote it. */
export async function deleteOwnMessage(
  page: Pick<RoomPage, 'client' | 'title'>,
  messages: Pick<ShownMessages, 'feed' | 'markDeleted'>,
  views: Pick<MessageViews, 'isOwn' | 'lineOf'>,
  messageId: string,
): Promise<void> {
  const message = messages.feed.find(messageId);
  if (message === undefined || message.isDeleted || !views.isOwn(message)) return;
  const question = l10n.t('Delete your message from “{0}”?', page.title);
  const consequence = l10n.t("It will be deleted for everyone in the room. This can't be undone.");
  const { line } = views.lineOf(message);
  const detail = line === '' ? consequence : `${l10n.t('“{0}”', line)}\n\n${consequence}`;
  if (!(await askBefore(l10n.t('Delete'), question, detail))) return;
  const { id, roomId, created } = message;
  await deleteFromRoom(await page.client(), { id, roomId, sentMs: timeMs(created) });
  showSuccess(
    l10n.t({ message: 'Deleted a message from {0}', args: [page.title], comment: '{0}: a room or a person' }),
  );
  await messages.markDeleted(id);
  // A share of it is no longer in the room.
  await commands.executeCommand('roomside.forgetShare' satisfies CommandId, { messageId: id });
}

interface ChangeParts {
  readonly views: Pick<MessageViews, 'isOwn' | 'blocksOf' | 'lineOf'>;
  readonly suggestions: Pick<Suggestions, 'open'>;
}

/** The block is that with the focus; else it is the first with shared lines. */
interface EditRequest {
  readonly messageId: string;
  readonly block?: number;
}

/** Deletes or edits a message of the user, or suggests a change of lines that another person has shared. */
export async function changeMessage(
  page: Pick<RoomPage, 'client' | 'title' | 'room'>,
  messages: Pick<ShownMessages, 'feed' | 'markDeleted'>,
  parts: ChangeParts,
  request: EditRequest & { readonly kind: string },
): Promise<void> {
  const { views, suggestions } = parts;
  const { messageId, block: index } = request;
  if (request.kind === 'delete') return deleteOwnMessage(page, messages, views, messageId);
  const message = messages.feed.find(messageId);
  if (message === undefined || message.isDeleted) return;
  const node: RoomNode = { kind: 'room', roomId: page.room.roomId, messageId };
  // A draft replaces the message.
  if (views.isOwn(message))
    return void (await commands.executeCommand('roomside.editMessage' satisfies CommandId, node));
  const blocks = await views.blocksOf(message);
  const asked = index === undefined ? undefined : blocks[index];
  const block = [...(asked ? [asked] : []), ...blocks].find((each) => each.origin && !isPatchTag(each.language));
  if (block === undefined) return showNotice(l10n.t('This message shares no lines to change.'));
  await suggestions.open(block, { ...node, parent: { id: threadIdOf(message), ...views.lineOf(message) } });
}
