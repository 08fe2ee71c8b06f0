import type { Message } from '../api/resources.ts';
import { fencedBlocks } from '../markdown/fencedBlocks.ts';

/**
 * The fenced code blocks of a message in their order. Read from `markdown`; from `text` where the service gave no Markdown
 * back, as clients often put the fences there too (both fields are optional in service-api.md "Message").
 */
export function codeBlocksOf(message: Message): { language: string; code: string }[] {
  return fencedBlocks(message.markdown || (message.text ?? '')).map(({ language, code }) => ({
    language,
    // What is left of the CRLF whose LF the closing fence took.
    code: code.endsWith('\r') ? code.slice(0, -1) : code,
  }));
}
