import { l10n } from 'vscode';
import { utf8ByteLength } from '../../core/attachments/limits.ts';
import { byteText } from '../vscode/formats.ts';
import { setting } from '../vscode/settings.ts';

/** The size of a message, and the limit of the user's service. */
export interface MessageSize {
  /** "431 bytes" */
  readonly text: string;
  /** "431 bytes (limit: 7.3 KB)" */
  readonly withLimit: string;
  readonly isTooLong: boolean;
}

export function sizeOf(markdown: string): MessageSize {
  const byteLength = utf8ByteLength(markdown);
  const maxBytes = setting('message.maxBytes');
  const text = byteText(byteLength);
  const withLimit = l10n.t('{0} (limit: {1})', text, byteText(maxBytes));
  return { text, withLimit, isTooLong: byteLength > maxBytes };
}
