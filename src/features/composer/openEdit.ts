import { l10n, Range, WorkspaceEdit, workspace } from 'vscode';
import { fieldsOf } from '../../core/base/json.ts';
import { list } from '../../core/base/storage/recordShape.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { MessageDraft } from '../../core/drafts/messageDraft.ts';
import { withNewLines } from '../../core/lines/withNewLines.ts';
import { findInRoom } from '../../core/messages/edit/findInRoom.ts';
import { messageText, withMarkdown } from '../../core/messages/messageText.ts';
import { codePlace, placesOf } from '../../core/snippet/codePlace.ts';
import { messageIdOf, roomIdOf, shareIdOf } from '../../host/commands/commandArguments.ts';
import { messageName } from '../../host/ui/describeShare.ts';
import { listedRoom } from '../../host/ui/pickRoom.ts';
import { showNothing } from '../../host/ui/showNothing.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import { draftUri } from '../../host/vscode/messageDrafts.ts';
import { askBefore } from '../../host/vscode/notifications.ts';
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
  if (id === undefined) return void showNothing(l10n.t('Select a message of yours to edit.'));
  const { account, client } = await connection.requireSession();
  if (share !== undefined && share.accountId !== account.id)
    return showNotice(l10n.t('Shared from another of your accounts: {0}', displayTitle(share.accountLabel)));
  const message = room && (await findInRoom(client, { id, roomId: room.id }));
  if (room === undefined || typeof message !== 'object') {
    return showNotice(l10n.t("Couldn't find this message. It may have been deleted."));
  }
  if (message.personId !== account.personId) return showNotice(l10n.t('You can edit only your own messages.'));
  if ((message.files ?? []).length > 0) return showNotice(l10n.t("A message with files can't be edited."));
  // One that was written in the service's own app has its code in HTML only, which the edit would replace.
  const [shown = message] = await withMarkdown([message]);
  const text = messageText(shown);
  const { digest, markdown, places = [] } = fieldsOf(fieldsOf(argument).lines);
  const withLines = (whole: string): string | undefined =>
    typeof digest === 'number' && typeof markdown === 'string' ? withNewLines(whole, digest, markdown) : undefined;
  const changed = withLines(text);
  const existing = (await drafts.list()).drafts.find((draft) => draft.edits === id && draft.accountId === account.id);
  const isChanged =
    existing === undefined ? changed !== undefined : await changeDraft(existing, { withLines, changed });
  if (digest !== undefined && !isChanged)
    showNotice(l10n.t('Not replaced: the shared lines are no longer in this text.'));
  const added = list(codePlace)(places, 'places');
  if (existing !== undefined) {
    await drafts.addPlaces(existing, added);
    return drafts.open(existing);
  }
  const sent = outbox.snapshot.shares.find(({ messageId }) => messageId === id);
  const { parentId } = message;
  const parent = parentId === undefined ? {} : { parent: { id: parentId, author: '', line: '' } };
  const written = {
    name: messageName(parentId !== undefined),
    text: changed ?? text,
    edits: id,
    editedText: messageText(message),
  };
  await drafts.create(room, { ...written, ...parent, places: [...placesOf(sent?.origin), ...added] });
}

interface NewLines {
  withLines(whole: string): string | undefined;
  /** The message with the new lines. */
  readonly changed: string | undefined;
}

/** Puts new lines into a draft that the user may have written in, as an edit that can be undone. @returns whether they are in it */
async function changeDraft(draft: MessageDraft, { withLines, changed }: NewLines): Promise<boolean> {
  const document = await workspace.openTextDocument(draftUri(draft));
  const own = withLines(document.getText());
  const question = l10n.t('Replace the whole draft that edits this message?');
  const detail = l10n.t('It no longer has the lines that were shared. You can undo this in the draft.');
  const canReplace = own === undefined && changed !== undefined && changed !== document.getText();
  const next = own ?? (canReplace && (await askBefore(l10n.t('Replace'), question, detail)) ? changed : undefined);
  if (next === undefined) return changed !== undefined;
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, document.validateRange(new Range(0, 0, document.lineCount, 0)), next);
  return workspace.applyEdit(edit);
}
