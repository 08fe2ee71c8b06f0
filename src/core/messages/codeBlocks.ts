import type { Message } from '../api/resources.ts';
import { type FencedBlock, fencedBlocks } from '../markdown/fencedBlocks.ts';

/** A code block of a message. */
export interface CodeBlock {
  readonly language: string;
  readonly code: string;
}

/** The Markdown of a message, or its text if there is none. */
export function messageText(message: Message): string {
  return message.markdown || (message.text ?? '');
}

/**
 * The fenced code blocks of a message, in order. They are read from `markdown`, or from `text` if the service returned
 * no Markdown, because clients often put the fences there too (both fields are optional [A9]). Patches keep their last
 * line break, byte for byte as git wrote them; other code has none.
 */
export function codeBlocksOf(message: Message): CodeBlock[] {
  return fencedBlocks(messageText(message)).map(codeBlock);
}

/** Whether code with this language tag is a patch. */
export function isPatchTag(language: string): boolean {
  return /^(?:diff|patch)$/i.test(language);
}

function codeBlock({ language, code }: FencedBlock): CodeBlock {
  if (isPatchTag(language)) return { language, code: withFinalNewline(code) };
  // The CR of a CRLF whose LF belongs to the closing fence.
  return { language, code: code.endsWith('\r') ? code.slice(0, -1) : code };
}

/** Restores the line break that the closing fence took: git rejects a patch whose last line ends differently. */
function withFinalNewline(patch: string): string {
  if (patch === '') return patch;
  // If all lines end with CRLF, the message changed them: git ends the headers of a patch with LF.
  const isAllCrlf = patch.includes('\r\n') && !/(?<!\r)\n/.test(patch);
  return patch + (isAllCrlf && !patch.endsWith('\r') ? '\r\n' : '\n');
}
