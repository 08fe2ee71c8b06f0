import { textLines } from '../../../core/base/text/textLines.ts';
import { type BlockMessage, renderBlockMessage } from '../../../core/snippet/blockMessage.ts';
import { textAsFile } from '../fileSource.ts';
import { codeWarnings } from './codeWarnings.ts';
import type { TextDraft } from './shareSource.ts';

/** What a source provides for text that is not part of a file. */
export interface BlockFacts {
  readonly title: string;
  /** The name in notifications, for example "npm test". */
  readonly name: string;
  readonly message: BlockMessage;
  readonly fileName: string;
  /** The text of the file, if it differs from the joined blocks. */
  readonly fileText?: string;
  /** Warnings about parts that cannot be sent. */
  readonly warnings?: readonly string[];
}

/** A draft of fenced blocks under a heading, or of a file with their text. */
export function blockDraft({ title, name, message, fileName, fileText, warnings = [] }: BlockFacts): TextDraft {
  const lineCount = message.blocks.reduce((sum, { text }) => sum + textLines(text.replace(/\n$/, '')).length, 0);
  const render = async (comment: string | undefined) => {
    const rendered = renderBlockMessage(message, comment);
    return { markdown: rendered.markdown, lineCount, warnings: [...warnings, ...codeWarnings(rendered)] };
  };
  // Throws for an empty message before the user picks a room.
  renderBlockMessage(message);
  const text = fileText ?? message.blocks.map((block) => block.text).join('\n');
  return { kind: 'text', title, name, render, asFile: textAsFile(fileName, text) };
}
