import type { Message } from '../api/resources.ts';
import { escapeInline } from '../markdown/escapeInline.ts';
import { messageText } from './codeBlocks.ts';
import { firstLineOf } from './firstLine.ts';

const maxCharacters = 200;

/**
 * The start of a reply: the first line of a message as a quote [A34]. Its Markdown is shown as text and its mentions
 * only as names, so that a reply mentions only people whom its author names.
 * @param author as displayed; plain text
 */
export function quoteMessage(message: Message, author: string): string {
  const plain = firstLineOf(messageText(message));
  const shown = plain.length > maxCharacters ? `${plain.slice(0, maxCharacters)}…` : plain;
  return `> **${escapeInline(author)}**: ${escapeInline(shown)}\n\n`;
}
