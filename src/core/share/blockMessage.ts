import { escapeInline } from '../markdown/escapeInline.ts';
import { type FencedCode, fenceCode } from './fence.ts';
import { findHiddenCharacters, type HiddenCharacter } from './hiddenCharacters.ts';
import { EmptyShareError } from './limits.ts';
import { toServiceMarkdown } from './messageText.ts';
import { shownPath } from './snippetHeader.ts';

/** Text that is no part of a file, as it will be shown: what it is, and its blocks. */
export interface BlockMessage {
  /** What it is, in the words of whoever made it; the first stands out. Plain text. */
  readonly heading: readonly string[];
  readonly blocks: readonly MessageBlock[];
}

interface MessageBlock {
  /** English, because it is for others. Plain text. */
  readonly caption?: string;
  readonly text: string;
  /** As the opening fence has it; `''` for none. */
  readonly language: string;
}

/** A message of code or output as it will be sent, with what the user should know before it goes. */
export interface RenderedBlocks {
  readonly markdown: string;
  readonly hiddenCharacters: readonly HiddenCharacter[];
  readonly needsLongFence: boolean;
}

/**
 * Writes the comment, the heading, and every block fenced so that nothing in it can get out [A34]. Throws
 * `EmptyShareError` when no block holds more than white space.
 */
export function renderBlockMessage({ heading, blocks }: BlockMessage, comment?: string): RenderedBlocks {
  if (blocks.every(({ text }) => text.trim() === '')) throw new EmptyShareError();
  const [name = '', ...facts] = heading;
  const others = facts.filter((part) => part !== '').map((part) => escapeInline(shownPath(part)));
  const fenced: FencedCode[] = [];
  const paragraphs = [
    toServiceMarkdown(comment ?? ''),
    [`**${escapeInline(shownPath(name))}**`, ...others].join(' · '),
  ];
  for (const { caption, text, language } of blocks) {
    const block = fenceCode(text.endsWith('\n') ? text.slice(0, -1) : text, language);
    fenced.push(block);
    if (caption !== undefined) paragraphs.push(escapeInline(caption));
    paragraphs.push(block.markdown);
  }
  return {
    markdown: paragraphs.filter((paragraph) => paragraph !== '').join('\n\n'),
    hiddenCharacters: blocks.flatMap(({ text }) => findHiddenCharacters(text)),
    needsLongFence: fenced.some((block) => !block.isPlainTripleFence),
  };
}
