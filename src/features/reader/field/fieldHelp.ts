import { commands, l10n, window } from 'vscode';
import { clipboardImageName, imageExtension } from '../../../core/attachments/mediaType.ts';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { mentionPrefix, mentionText } from '../../../core/drafts/draftText.ts';
import type { DraftParent } from '../../../core/drafts/messageDraft.ts';
import type { DroppedFile, RoomNode } from '../../../host/commands/commandArguments.ts';
import type { CommandId } from '../../../host/commands/commandIds.ts';
import { showNotice } from '../../../host/ui/statusBar.ts';
import type { MessageViews } from '../messageViews.ts';
import type { RoomPage } from '../roomPage.ts';

const maxPeople = 8;

/** Tells the page whom a name that is typed after `@` can mean. */
export async function showPeople(
  before: string,
  page: Pick<RoomPage, 'isDirect' | 'send'>,
  views: Pick<MessageViews, 'peopleLike'>,
): Promise<void> {
  const prefix = mentionPrefix(before);
  const found = prefix === undefined ? [] : await views.peopleLike(prefix.query);
  const people = found.flatMap((person) => {
    const [text, [email = '']] = [mentionText(person), person.emails ?? []];
    return text === undefined ? [] : [{ label: person.displayName ?? '', detail: displayTitle(email), text }];
  });
  if (prefix !== undefined && !page.isDirect && 'all'.startsWith(prefix.query.toLowerCase()))
    people.push({ label: '@all', detail: l10n.t('everyone in the room'), text: '<@all>' });
  const length = before.length - (prefix?.start ?? before.length);
  await page.send({ kind: 'people', before, length, people: people.slice(0, maxPeople) });
}

/** Shares an image that was pasted as a file, with the usual confirmation. */
export async function shareImage(
  bytes: Uint8Array,
  { roomId, parent }: { readonly roomId: string; readonly parent?: DraftParent | '' | undefined },
): Promise<void> {
  const extension = imageExtension(bytes);
  if (extension === undefined)
    return showNotice(l10n.t("Couldn't read this image. Rooms show PNG, JPEG, GIF, and BMP images."));
  const image: DroppedFile = { name: clipboardImageName(extension, new Date()), read: async () => bytes };
  const place: RoomNode = { kind: 'room', roomId, ...(parent && { parent }) };
  await commands.executeCommand('roomside.shareFiles' satisfies CommandId, place, [image]);
}

/**
 * Asks for one of the short replies to a message.
 * @param answered its author and first line, as displayed
 * @returns `undefined` if the user selects none
 */
export async function pickReply(answered: {
  readonly author: string;
  readonly line: string;
}): Promise<string | undefined> {
  const replies = ['👍', l10n.t('Done'), l10n.t('Looking at it'), l10n.t('Thank you')];
  const title = l10n.t('Reply to {0}: {1}', answered.author, answered.line);
  return window.showQuickPick(replies, { title });
}
