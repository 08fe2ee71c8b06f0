import { l10n } from 'vscode';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import type { DraftParent } from '../../../core/drafts/messageDraft.ts';
import { messageLine } from '../../../core/lines/messageLine.ts';
import { AuthorNames } from '../../../core/messages/authorNames.ts';
import type { TargetRoom } from '../../../core/rooms/directPerson.ts';
import { pickRow } from '../../../host/ui/steps/pickRow.ts';
import { relativeTime } from '../../../host/vscode/formats.ts';
import type { SharePorts, Step } from '../step.ts';

/** The newest messages are listed, in one request. */
const maxMessages = 50;

/** Lets the user choose one of the newest messages of a room to reply to. `undefined` if there is none, or on Escape. */
export async function pickParent({ ports, room, shareable, lists }: Step): Promise<DraftParent | undefined> {
  const texts = { title: shareable.title, placeholder: l10n.t('Select the message to reply to') };
  try {
    const row = await pickRow(parentRows(ports, room), texts, lists, 'isOptional');
    return row?.parent;
  } catch (error) {
    // Not awaited: the confirmation opens again, and the notification may stay open.
    void ports.errors.report(error);
    return undefined;
  }
}

/** One of the newest messages of a room, to reply to. @param id of the message */
export async function parentWith(ports: ParentPorts, room: ParentRoom, id: string): Promise<DraftParent | undefined> {
  return (await parentRows(ports, room)).find(({ messageId }) => messageId === id)?.parent;
}

type ParentPorts = Pick<SharePorts, 'connection' | 'clock' | 'log'>;
type ParentRoom = Pick<TargetRoom, 'id' | 'account'>;

async function parentRows({ connection, clock, log }: ParentPorts, room: ParentRoom) {
  const { client } = await connection.requireSession(room.account.id);
  const names = new AuthorNames(async () => client, room.id, log);
  const [page] = await Promise.all([
    client.listMessages({ roomId: room.id, max: maxMessages }).next(),
    names.load(AbortSignal.timeout(3000)),
  ]);
  const messages = page.done ? [] : page.value.items;
  return messages.map((message) => {
    const author = names.of(message);
    const line = messageLine(message);
    return {
      label: author,
      description: relativeTime(message.created, clock.now()),
      messageId: message.id,
      detail: displayTitle(line === '' ? l10n.t('Attachment') : line),
      // A reply to a reply belongs to the same thread.
      parent: { id: message.parentId ?? message.id, author, line },
    };
  });
}
