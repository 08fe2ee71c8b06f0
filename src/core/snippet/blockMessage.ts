import { EmptyShareError } from '../attachments/limits.ts';
import { escapeInline } from '../markdown/escapeInline.ts';
import { type FencedCode, fenceCode } from '../markdown/fencedBlocks.ts';
import { toServiceMarkdown } from '../markdown/toServiceMarkdown.ts';
import { findHiddenCharacters, type HiddenCharacter } from './hiddenCharacters.ts';
import { shownPath } from './snippetHeader.ts';

/** A message of text that does not come from a file: a heading and blocks. */
export interface BlockMessage {
  /** What the text is; the first part is bold. Plain text. */
  readonly heading: readonly string[];
  readonly blocks: readonly MessageBlock[];
}

interface MessageBlock {
  /** English, because other people read it. Plain text. */
  readonly caption?: string;
  readonly text: string;
  /** The tag of the opening fence; `''` for none. */
  readonly language: string;
}

/** The rendered message, with facts to confirm before it is sent. */
export interface RenderedBlocks {
  readonly markdown: string;
  readonly hiddenCharacters: readonly HiddenCharacter[];
  readonly needsLongFence: boolean;
}

/**
 * Renders the comment, the heading, and every block in a fence that its content cannot end [A34]. Throws
 * `EmptyShareError` when all blocks are blank.
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
