import { fenceData, plainMarkdown } from './dataFence.ts';

/** What the user is asked before a model's message goes out, in the user's language. */
export interface PostQuestion {
  /**
   * The room, who reads it, the size, what is odd about it, and last that the text follows: where VS Code shows the
   * question as plain text there are no fences to see. A line each, plain text.
   */
  readonly lines: readonly string[];
  /** The very text that will be sent. */
  readonly markdown: string;
}

/**
 * The question as Markdown: below the lines the whole text in a code block that nothing in it can end, with what is
 * hidden in it written out. Whatever the model wrote, none of it is rendered.
 */
export function postQuestionText({ lines, markdown }: PostQuestion): string {
  return [...lines.map(plainMarkdown), fenceData(markdown, 'text')].join('\n\n');
}
