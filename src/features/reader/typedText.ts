import { commands, l10n } from 'vscode';
import { isCancelled } from '../../core/base/errors.ts';
import { sentText } from '../../core/drafts/draftText.ts';
import type { MessageDraft } from '../../core/drafts/messageDraft.ts';
import { describeError } from '../../host/errors/describeError.ts';
import type { Services } from '../../host/services.ts';
import { messageName } from '../../host/ui/describeShare.ts';
import { sizeOf } from '../../host/ui/messageSize.ts';
import type { SendText } from '../../host/ui/shareOutcome.ts';

/** A text that the user typed in the page of a room. */
export interface TypedText {
  readonly text: string;
  /** What it answers. */
  readonly parent?: MessageDraft['parent'];
}

/** The room of a page. */
interface TypedRoom {
  readonly roomId: string;
  readonly accountId: string;
  /** As displayed. */
  readonly title: string;
}

export interface TypedTextPorts extends Pick<Services, 'connection' | 'log'> {
  readonly sendText: SendText;
}

/**
 * Sends a text to its room, with the account of the page.
 * @returns why it was not sent, with the name of the room
 */
export async function sendTyped(ports: TypedTextPorts, room: TypedRoom, typed: TypedText): Promise<string | undefined> {
  const markdown = sentText(typed.text);
  const { isTooLong, withLimit } = sizeOf(markdown);
  if (isTooLong) return l10n.t('The message to “{0}” is too long: {1}.', room.title, withLimit);
  try {
    const { account } = await ports.connection.requireSession(room.accountId);
    const target = { id: room.roomId, title: room.title, account, parentId: typed.parent?.id };
    const name = messageName(typed.parent !== undefined);
    const isTaken = await ports.sendText(target, {
      name,
      text: markdown,
      draft: { changeRoom: () => openTyped(room, typed) },
    });
    return isTaken ? undefined : l10n.t('Not sent to “{0}”.', room.title);
  } catch (error) {
    if (isCancelled(error)) return l10n.t('Not sent to “{0}”.', room.title);
    ports.log.error('a text of the reader could not be sent', error);
    return `${l10n.t('Not sent to “{0}”.', room.title)} ${describeError(error).sentence}`;
  }
}

/** Opens a text in the editor for messages, beside the page, so that the answered message stays visible. */
export async function openTyped({ roomId }: TypedRoom, { text, parent }: TypedText): Promise<void> {
  const started = text === '' ? {} : { text };
  await commands.executeCommand('roomside.sendMessage', { kind: 'room', roomId, isBeside: true, parent, ...started });
}
