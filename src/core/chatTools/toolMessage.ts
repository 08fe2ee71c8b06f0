import { EmptyShareError, TooLargeError, utf8ByteLength } from '../attachments/limits.ts';
import type { MarkdownFinding } from '../markdown/checkMarkdown.ts';
import { mentionAt } from '../markdown/markdownEngine.ts';
import { toServiceMarkdown } from '../markdown/toServiceMarkdown.ts';
import { findHiddenCharacters, type HiddenCharacter } from '../snippet/hiddenCharacters.ts';

/** A message of a model as it would be sent, with its properties. */
export interface ToolMessage {
  /** The exact text that is sent. */
  readonly markdown: string;
  readonly byteLength: number;
  readonly lineCount: number;
  readonly hiddenCharacters: readonly HiddenCharacter[];
  /** Constructs that the room may not render. */
  readonly markdownFindings: readonly MarkdownFinding[];
  /** The message notifies everyone in the room. */
  readonly mentionsAll: boolean;
  /** The number of mentioned people. */
  readonly mentionCount: number;
}

/**
 * Converts a text to the service's line breaks [A36] and checks it. The conversion is idempotent, so that a draft is
 * sent as shown.
 * @param maxBytes size limit for the checks
 * @throws {EmptyShareError} for white space only
 * @throws {TooLargeError} before the checks
 */
export async function toolMessage(text: string, maxBytes = Number.POSITIVE_INFINITY): Promise<ToolMessage> {
  const markdown = toServiceMarkdown(text);
  if (markdown.trim() === '') throw new EmptyShareError();
  const byteLength = utf8ByteLength(markdown);
  if (byteLength > maxBytes) throw new TooLargeError({ what: 'message', byteLength, maxBytes });
  const { checkMarkdown } = await import('../markdown/checkMarkdown.ts');
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
