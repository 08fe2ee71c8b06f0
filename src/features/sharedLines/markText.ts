import { l10n } from 'vscode';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { SharingMessage } from '../../core/lines/messageLines.ts';
import { roomTitle } from '../../host/ui/groupTitle.ts';
import { relativeTime, replyCountText } from '../../host/vscode/formats.ts';
import type { LinePorts } from './lineSources.ts';

const maxAuthorCharacters = 60;
const maxWordCharacters = 120;

/** What is said of a message that shares lines. One line each, safe to display as plain text; empty what there is not. */
export function markText(message: SharingMessage, { directory, clock }: Pick<LinePorts, 'directory' | 'clock'>) {
  const { author, roomId, createdMs, words, replyCount, isDone = false } = message;
  return {
    author: author === '' ? l10n.t('You') : displayTitle(author, maxAuthorCharacters),
    room: roomTitle(directory.find(roomId)),
    time: createdMs > 0 ? relativeTime(createdMs, clock.now()) : '',
    words: displayTitle(words, maxWordCharacters),
    replies: [isDone ? l10n.t('✓ Applied') : '', replyCount > 0 ? replyCountText(replyCount) : '']
      .filter((text) => text !== '')
      .join(' · '),
  };
}
