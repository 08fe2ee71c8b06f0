import { textLines } from '../../../core/markdown/textLines.ts';
import { type BlockMessage, renderBlockMessage } from '../../../core/share/blockMessage.ts';
import { textAsFile } from '../fileSource.ts';
import { codeWarnings } from './codeWarnings.ts';
import type { TextDraft } from './shareSource.ts';

/** What a source has to say of text that is no part of a file. */
export interface BlockFacts {
  readonly title: string;
  /** What it is called in notices, for example "npm test". */
  readonly name: string;
  readonly message: BlockMessage;
  readonly fileName: string;
  /** What stands in the file instead of all blocks, where that differs. */
  readonly fileText?: string;
  /** What of it cannot go. */
  readonly warnings?: readonly string[];
}

/** A draft of fenced blocks under a heading, or as a file of their text. */
export function blockDraft({ title, name, message, fileName, fileText, warnings = [] }: BlockFacts): TextDraft {
  const lineCount = message.blocks.reduce((sum, { text }) => sum + textLines(text.replace(/\n$/, '')).length, 0);
  const render = async (comment: string | undefined) => {
    const rendered = renderBlockMessage(message, comment);
    return { markdown: rendered.markdown, lineCount, warnings: [...warnings, ...codeWarnings(rendered)] };
  };
  // Before a room is asked for, so that nothing is said at once to be nothing.
  renderBlockMessage(message);
  const text = fileText ?? message.blocks.map((block) => block.text).join('\n');
  return { kind: 'text', title, name, render, asFile: textAsFile(fileName, text) };
}
