import type { MarkdownFinding } from '../../markdown/checkMarkdown.ts';
import { mentionAt } from '../../markdown/mention.ts';
import { findHiddenCharacters, type HiddenCharacter } from '../hiddenCharacters.ts';
import { EmptyShareError, TooLargeError, utf8ByteLength } from '../limits.ts';
import { toServiceMarkdown } from '../messageText.ts';

/** A message that a model wrote, as it would be sent, and what there is to know of it. */
export interface ToolMessage {
  /** To the letter. */
  readonly markdown: string;
  readonly byteLength: number;
  readonly lineCount: number;
  readonly hiddenCharacters: readonly HiddenCharacter[];
  /** What the room may not show as written. */
  readonly markdownFindings: readonly MarkdownFinding[];
  /** Everybody in the room is called. */
  readonly mentionsAll: boolean;
  /** How many people are called by name. */
  readonly mentionCount: number;
}

/**
 * Puts a text into the line breaks of the service [A36] and looks at it. What it gives for its own Markdown is the same
 * once more, so that a draft is sent as it was shown.
 * @param maxBytes the most that is looked at
 * @throws {EmptyShareError} for white space alone
 * @throws {TooLargeError} before anything is looked at
 */
export async function toolMessage(text: string, maxBytes = Number.POSITIVE_INFINITY): Promise<ToolMessage> {
  const markdown = toServiceMarkdown(text);
  if (markdown.trim() === '') throw new EmptyShareError();
  const byteLength = utf8ByteLength(markdown);
  if (byteLength > maxBytes) throw new TooLargeError({ what: 'message', byteLength, maxBytes });
  const { checkMarkdown } = await import('../../markdown/checkMarkdown.ts');
  const mentions = [...markdown.matchAll(/<@/g)].map(({ index }) => mentionAt(markdown, index)?.mention.kind);
  return {
    markdown,
    byteLength,
    lineCount: markdown.split('\n').length,
    hiddenCharacters: findHiddenCharacters(markdown),
    markdownFindings: await checkMarkdown(markdown),
    mentionsAll: mentions.includes('all'),
    mentionCount: mentions.filter((kind) => kind === 'email' || kind === 'id').length,
  };
}
