import { type MentionDirectory, renderMarkdown } from '../markdown/render.ts';
import type { MessageRow } from './messageRows.ts';

/** The columns that hold what a message says: Markdown is kept as it came, and rendered once. */
export function messageBody(
  message: { readonly text?: string | undefined; readonly markdown?: string | undefined },
  directory: MentionDirectory,
): Pick<MessageRow, 'text' | 'markdown' | 'html' | 'mentioned_people' | 'mentions_all'> {
  const rendered = message.markdown === undefined ? undefined : renderMarkdown(message.markdown, directory);
  return {
    text: message.text ?? rendered?.plainText ?? null,
    markdown: message.markdown ?? null,
    html: rendered?.html ?? null,
    mentioned_people: JSON.stringify(rendered?.mentionedPeople ?? []),
    mentions_all: rendered?.mentionsAll === true ? 1 : 0,
  };
}
