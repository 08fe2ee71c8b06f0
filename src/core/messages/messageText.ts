import type { Message } from '../api/resources.ts';
import { escapeInline } from '../markdown/toServiceMarkdown.ts';

/** The Markdown of a message, or its text if there is none. */
export function messageText(message: Message): string {
  return message.markdown || (message.text ?? '');
}

/** The first line of a message that is neither blank nor a code fence, with mentions as `@name`. */
export function firstLineOf(text: string): string {
  const lines = text.split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== '' && !/^\s*`{3,}/.test(line))?.trim() ?? '';
  return first.replace(/<@all>/g, '@all').replace(/<@\w+:[^|<>]*\|([^<>]*)>/g, '@$1');
}

const maxCharacters = 200;

/**
 * The start of a reply: the first line of a message as a quote [A34]. Its Markdown is shown as text and its mentions
 * only as names, so that a reply mentions only people whom its author names.
 * @param author as displayed; plain text
 */
export function quoteMessage(message: Message, author: string): string {
  const characters = Array.from(firstLineOf(messageText(message)));
  const shown = characters.slice(0, maxCharacters).join('') + (characters.length > maxCharacters ? '…' : '');
  return `> **${escapeInline(author)}**: ${escapeInline(shown)}\n\n`;
}

/**
 * Adds Markdown to messages that have formatting in HTML only, as those that were written in the service's own app [X5]. The
 * parser is large and rarely needed, so it is loaded on first use.
 */
export async function withMarkdown(messages: readonly Message[]): Promise<readonly Message[]> {
  if (!messages.some(isHtmlOnly)) return messages;
  const { htmlToMarkdown } = await import('../markdown/htmlToMarkdown.ts');
  return messages.map((message) => {
    const markdown = isHtmlOnly(message) ? htmlToMarkdown(message.html ?? '') : undefined;
    return markdown ? { ...message, markdown } : message;
  });
}

function isHtmlOnly({ markdown, html }: Message): boolean {
  return markdown === undefined && html !== undefined && html.includes('<');
}
