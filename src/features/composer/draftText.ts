import { l10n, type TextDocument } from 'vscode';
import { utf8ByteLength } from '../../core/attachments/limits.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { DraftRoom } from '../../core/drafts/draftFolder.ts';
import { sentText } from '../../core/drafts/messageOverflow.ts';
import { byteText } from '../../host/vscode/formats.ts';
import { settings } from '../../host/vscode/settings.ts';

/** The text to send, with the line breaks of the service instead of those of the document. */
export function messageOf(document: TextDocument): string {
  return sentText(document.getText());
}

/** The size of a message relative to the limit. */
export interface DraftSize {
  /** "431 bytes of 7.3 kB" */
  readonly text: string;
  readonly isTooLong: boolean;
}

export function sizeOf(markdown: string): DraftSize {
  const [byteLength, maxBytes] = [utf8ByteLength(markdown), settings.maxMessageBytes.value];
  return { text: l10n.t('{0} of {1}', byteText(byteLength), byteText(maxBytes)), isTooLong: byteLength > maxBytes };
}

export function visibilityText({ title, type }: DraftRoom): string {
  const name = displayTitle(title);
  return type === 'direct' ? l10n.t('Visible only to {0}', name) : l10n.t('Visible to everyone in “{0}”', name);
}
