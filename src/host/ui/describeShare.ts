import { l10n } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { DraftParent } from '../../core/drafts/messageDraft.ts';
import type { ShareRecord } from '../../core/outbox/shareRecord.ts';
import { timeText } from '../vscode/formats.ts';

/** The name of a share and of its room. Both come from the network or from files and are made safe to show. */
export function shareNames({ name, roomTitle }: ShareRecord): readonly [name: string, room: string] {
  return [displayTitle(name), displayTitle(roomTitle)];
}

/** The name of a text that the user has written: the word for what it is. */
export function messageName(isReply: boolean): string {
  return isReply ? l10n.t('Reply') : l10n.t('Message');
}

/** Whether a share has no name but the word for what it is, in the language of the time when it was made. */
export function isNamedMessage(name: string): boolean {
  return name === messageName(false) || name === messageName(true);
}

/** The names of a share and of its room inside a sentence, where the word "Message" alone would not be grammatical. */
export function namesInSentence(record: ShareRecord): readonly [name: string, room: string] {
  const [name, room] = shareNames(record);
  if (!isNamedMessage(record.name)) return [name, room];
  return [record.name === messageName(true) ? l10n.t('your reply') : l10n.t('your message'), room];
}

/** What a draft or a share replies to. */
export function parentText({ author, line }: DraftParent): string {
  return l10n.t('Reply to {0}: {1}', displayTitle(author), displayTitle(line));
}

/** The reason for the state of a share, as a sentence. Empty if there is nothing to say. */
export function describeReason({ state, reason, notBeforeMs, roomTitle }: ShareRecord): string {
  if (reason === undefined) return '';
  const { kind, detail = '' } = reason;
  switch (kind) {
    case 'offline':
      if (state === 'unknown') {
        return l10n.t("Couldn't reach {0}. Roomside will check whether the share arrived.", detail);
      }
      return l10n.t("Couldn't reach {0}. The share will be sent automatically.", detail);
    case 'sign-in-required':
      return l10n.t('Sign in again to send this.');
    case 'service-unavailable':
      return l10n.t('The service has a problem ({0}).', detail || l10n.t('no response'));
    case 'rate-limited':
      if (state === 'failed' && notBeforeMs !== undefined) {
        return l10n.t('Rate limited until {0}.', timeText(notBeforeMs, Date.now()));
      }
      return l10n.t('Rate limited. The share will be sent automatically.');
    case 'service-refused':
      if (detail === '413') return l10n.t('It is larger than the service accepts ({0}).', detail);
      return l10n.t('The service refused the share ({0}).', detail);
    case 'too-long':
      return l10n.t('The share is longer than the maximum message length.');
    case 'file-changed':
      return l10n.t('The file has changed. Send to Another Room… sends the current version, also to the same room.');
    case 'file-unreadable':
      return l10n.t("Couldn't read the file ({0}).", detail);
    case 'checking':
      return l10n.t('The response was lost. Roomside is checking whether the share arrived.');
    case 'room-unreadable':
      return l10n.t("The response was lost, and Roomside can't read the room to check ({0}).", detail);
    case 'room-unclear':
      return l10n.t("The response was lost, and the room doesn't show whether the share arrived.");
    case 'not-in-thread':
      return l10n.t("The service doesn't support replies in threads, so it was sent to the room.");
    case 'person-refused':
    case 'parent-refused':
      return describeRefusedTarget(kind, displayTitle(roomTitle), detail);
    case 'other':
      return l10n.t('An unexpected error occurred. See the log for details.');
  }
}

function describeRefusedTarget(kind: 'person-refused' | 'parent-refused', person: string, status: string): string {
  return kind === 'parent-refused'
    ? l10n.t(
        "The message can't be replied to anymore ({0}): it was deleted, you're no longer in the room, or the service refuses replies.",
        status,
      )
    : l10n.t(
        "The service doesn't know {0}, or can't send to a person without a room ({1}). Write to this person in the messaging service first, then share to the room.",
        person,
        status,
      );
}
