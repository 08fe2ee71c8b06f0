import type { Message } from '../api/resources.ts';
import { escapeInline } from '../markdown/escapeInline.ts';
import { firstLineOf } from './firstLine.ts';
import { messageText } from './sharedBlocks.ts';

const mostCharacters = 200;

/**
 * The start of a reply: the first line of a message as a quote [A34]. Its Markdown is shown as text and its mentions
 * only as names, so that a reply mentions only people whom its author names.
 * @param author as displayed; plain text
 */
export function quoteMessage(message: Message, author: string): string {
  const plain = firstLineOf(messageText(message));
  const shown = plain.length > mostCharacters ? `${plain.slice(0, mostCharacters)}…` : plain;
  return `> **${escapeInline(author)}**: ${escapeInline(shown)}\n\n`;
}
