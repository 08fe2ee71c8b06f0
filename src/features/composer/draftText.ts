import { l10n, type TextDocument } from 'vscode';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import type { DraftRoom } from '../../core/share/compose/messageDraft.ts';
import { sentText } from '../../core/share/compose/messageOverflow.ts';
import { utf8ByteLength } from '../../core/share/limits.ts';
import { byteText } from '../../host/byteText.ts';
import { settings } from '../../host/settings.ts';

/** What a document sends: its text with the line breaks the service knows, whatever line ends the editor uses. */
export function messageOf(document: TextDocument): string {
  return sentText(document.getText());
}

/** How much of what a message may weigh is used. */
export interface DraftSize {
  /** "431 bytes of 7.3 kB" */
  readonly text: string;
  readonly isTooLong: boolean;
}

export function sizeOf(markdown: string): DraftSize {
  const [byteLength, maxBytes] = [utf8ByteLength(markdown), settings.maxMessageBytes.value];
  return { text: l10n.t('{0} of {1}', byteText(byteLength), byteText(maxBytes)), isTooLong: byteLength > maxBytes };
}

/** Who will read it. */
export function audienceText({ title, type }: DraftRoom): string {
  const name = displayTitle(title);
  return type === 'direct' ? l10n.t('{0} alone will read it', name) : l10n.t('Everybody in “{0}” will read it', name);
}
