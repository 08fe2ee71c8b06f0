import { l10n } from 'vscode';
import type { Message } from '../../core/api/resources.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { firstLineOf } from '../../core/messages/firstLine.ts';
import type { WatchedMessage } from '../../core/watch/roomWatcher.ts';

const maxTextCharacters = 120;
const maxAuthorCharacters = 60;
const maxTitles = 3;

/** The title of a room, sanitized for display. */
export type TitleOf = (roomId: string) => string;

/** The text of a notification: one short line. @param messages at least one, oldest first */
export function noticeText(messages: readonly WatchedMessage[], titleOf: TitleOf): string {
  const shown = quotedMessage(messages);
  const author = authorOf(shown.message);
  const text = shownText(shown.message);
  const title = titleOf(shown.roomId);
  if (messages.length === 1) {
    return shown.isMention
      ? l10n.t('{0} mentioned you in “{1}”: {2}', author, title, text)
      : l10n.t('{0} in “{1}”: {2}', author, title, text);
  }
  const roomIds = roomIdsOf(messages);
  if (roomIds.length === 1) {
    return shown.isMention
      ? l10n.t('{0} new messages in “{1}”. {2} mentioned you: {3}', messages.length, title, author, text)
      : l10n.t('{0} new messages in “{1}”. The last one is from {2}: {3}', messages.length, title, author, text);
  }
  const titles = roomIds.slice(0, maxTitles).map((roomId) => `“${titleOf(roomId)}”`);
  const list = [...titles, ...(roomIds.length > maxTitles ? ['…'] : [])].join(', ');
  return shown.isMention
    ? l10n.t('{0} new messages in {1}. {2} mentioned you: {3}', messages.length, list, author, text)
    : l10n.t('{0} new messages in {1}', messages.length, list);
}

/** The message that the notification quotes: the last mention, else the last message. */
export function quotedMessage(messages: readonly WatchedMessage[]): WatchedMessage {
  const shown = messages.findLast(({ isMention }) => isMention) ?? messages.at(-1);
  if (shown === undefined) throw new RangeError('a notification needs a message');
  return shown;
}

/** The ids of the rooms of messages, without duplicates. */
export function roomIdsOf(messages: readonly WatchedMessage[]): readonly string[] {
  return [...new Set(messages.map(({ roomId }) => roomId))];
}

/** The name of an author, sanitized for display. */
export function authorOf({ personEmail = '' }: Message): string {
  return displayTitle(personEmail, maxAuthorCharacters) || l10n.t('Unknown Sender');
}

function shownText({ text, markdown, files = [] }: Message): string {
  const line = displayTitle(firstLineOf(text || markdown || ''), maxTextCharacters);
  if (line !== '') return line;
  return files.length > 0 ? l10n.t('a file') : l10n.t('a message without text');
}
