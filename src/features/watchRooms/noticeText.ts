import { l10n } from 'vscode';
import type { Message } from '../../core/api/resources.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import { firstLineOf } from '../../core/messages/messageText.ts';
import type { WatchedMessage } from './model/roomWatcher.ts';

const maxTextCharacters = 120;
const maxTitles = 3;

/** What a notification says about its messages. All names are safe to display. */
interface NoticeFacts {
  /** The author of the quoted message. */
  readonly name: string;
  readonly isDirect: boolean;
  titleOf(roomId: string): string;
}

/** The text of a notification: one short line. @param messages at least one, oldest first */
export function noticeText(messages: readonly WatchedMessage[], facts: NoticeFacts): string {
  const quoted = quotedMessage(messages);
  if (messages.length === 1) return textOfOne(quoted, facts);
  const roomIds = roomIdsOf(messages);
  return roomIds.length === 1
    ? textOfRoom(messages.length, quoted, facts)
    : textOfRooms(messages.length, quoted, { ...facts, roomIds });
}

function textOfOne({ roomId, message, kind }: WatchedMessage, { name, isDirect, titleOf }: NoticeFacts): string {
  const text = shownText(message);
  const title = titleOf(roomId);
  if (isDirect) return l10n.t({ message: '{0}: {1}', args: [name, text], comment: '{0}: a person, {1}: a message' });
  if (kind === 'mention') return l10n.t('{0} mentioned you in “{1}”: {2}', name, title, text);
  if (kind === 'reply') return l10n.t('{0} replied to you in “{1}”: {2}', name, title, text);
  return l10n.t({
    message: '{0} in “{1}”: {2}',
    args: [name, title, text],
    comment: '{0}: a person, {1}: a room, {2}: a message',
  });
}

function textOfRoom(
  count: number,
  { roomId, message, kind }: WatchedMessage,
  { name, isDirect, titleOf }: NoticeFacts,
): string {
  const text = shownText(message);
  const title = titleOf(roomId);
  if (isDirect) return l10n.t('{0} new messages from {1}: {2}', count, name, text);
  if (kind === 'mention') return l10n.t('{0} new messages in “{1}”. {2} mentioned you: {3}', count, title, name, text);
  if (kind === 'reply') return l10n.t('{0} new messages in “{1}”. {2} replied to you: {3}', count, title, name, text);
  return l10n.t('{0} new messages in “{1}”. The last one is from {2}: {3}', count, title, name, text);
}

function textOfRooms(
  count: number,
  { message, kind }: WatchedMessage,
  { name, titleOf, roomIds }: NoticeFacts & { readonly roomIds: readonly string[] },
): string {
  const titles = roomIds.slice(0, maxTitles).map((roomId) => l10n.t('“{0}”', titleOf(roomId)));
  const list = [...titles, ...(roomIds.length > maxTitles ? ['…'] : [])].join(', ');
  const text = shownText(message);
  if (kind === 'mention') return l10n.t('{0} new messages in {1}. {2} mentioned you: {3}', count, list, name, text);
  if (kind === 'reply') return l10n.t('{0} new messages in {1}. {2} replied to you: {3}', count, list, name, text);
  return l10n.t('{0} new messages in {1}', count, list);
}

/** The message that the notification quotes: the last mention, else the last reply, else the last message. */
export function quotedMessage(messages: readonly WatchedMessage[]): WatchedMessage {
  const last = (wanted: WatchedMessage['kind']) => messages.findLast(({ kind }) => kind === wanted);
  const quoted = last('mention') ?? last('reply') ?? messages.at(-1);
  if (quoted === undefined) throw new RangeError('a notification needs a message');
  return quoted;
}

/** The ids of the rooms of messages, without duplicates. */
export function roomIdsOf(messages: readonly WatchedMessage[]): readonly string[] {
  return [...new Set(messages.map(({ roomId }) => roomId))];
}

/** The text of a message that could not be retrieved may be a placeholder [A60]. */
function shownText({ text, markdown, files = [], errors }: Message): string {
  if (errors !== undefined) return l10n.t("a message that couldn't be read");
  const line = displayTitle(firstLineOf(text || markdown || ''), maxTextCharacters);
  if (line !== '') return line;
  return files.length > 0 ? l10n.t('a file') : l10n.t('a message without text');
}
