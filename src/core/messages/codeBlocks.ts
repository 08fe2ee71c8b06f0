import type { Message } from '../api/resources.ts';
import { type FencedBlock, fencedBlocks } from '../markdown/fencedBlocks.ts';

/** A code block of a message. */
export interface CodeBlock {
  readonly language: string;
  readonly code: string;
}

/**
 * The fenced code blocks of a message in their order. Read from `markdown`; from `text` where the service gave no
 * Markdown back, as clients often put the fences there too (both fields are optional [A9]). Patches end with their last
 * line end, byte for byte as git wrote them; other code ends without one.
 */
export function codeBlocksOf(message: Message): CodeBlock[] {
  return fencedBlocks(message.markdown || (message.text ?? '')).map(codeBlock);
}

/** Whether code with this language tag is a patch. */
export function isPatchTag(language: string): boolean {
  return /^(?:diff|patch)$/i.test(language);
}

function codeBlock({ language, code }: FencedBlock): CodeBlock {
  if (isPatchTag(language)) return { language, code: withLastEnd(code) };
  // What is left of the CRLF whose LF the closing fence took.
  return { language, code: code.endsWith('\r') ? code.slice(0, -1) : code };
}

/** Gives back the line end that the closing fence took: git does not apply a patch whose last line has another one. */
function withLastEnd(patch: string): string {
  if (patch === '') return patch;
  // Lines that all end with CRLF came so with the message: git ends the headers of a patch with LF.
  const isAllCrlf = patch.includes('\r\n') && !/(?<!\r)\n/.test(patch);
  return patch + (isAllCrlf && !patch.endsWith('\r') ? '\r\n' : '\n');
}
