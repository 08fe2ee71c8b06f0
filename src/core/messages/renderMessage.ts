import type { Message } from '../api/resources.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { escapeHtml } from '../base/text/displayText.ts';
import { messageText } from './messageText.ts';
import { numbersHtml } from './numbersHtml.ts';
import type { patchHtml } from './patchHtml.ts';
import { isPatchTag, type SharedBlock, sharedBlocksOf } from './sharedBlocks.ts';
import { withoutCaptions } from './withoutCaptions.ts';

/** A message as HTML for a page. */
export interface RenderedMessage {
  /** Safe HTML. Each block is a `<div class="block" data-block="N">` around its `<pre>`. */
  readonly html: string;
  readonly blocks: readonly SharedBlock[];
}

/** Highlights code; `undefined` if it should stay plain. */
type Highlight = (code: string, language: string) => string | undefined;

/** What is around the code of a block: attributes of its element, and what precedes the code. Safe HTML. */
type BlockFrame = (
  block: SharedBlock,
  index: number,
) => {
  readonly attributes: string;
  readonly before: string;
  /** For the bar of a patch, which has its own. */
  readonly actions: string;
};

/** The time that highlighting may still take. Messages that are shown together share one. */
export class HighlightTime {
  leftMs = 100;
}

/**
 * Renders messages with one engine. Blocks for which no time is left stay plain. With a frame, which says the origin of a
 * block, the line above it that says so is left out.
 */
export type RenderMessage = (message: Message, time: HighlightTime, frame?: BlockFrame) => Promise<RenderedMessage>;

/** Creates the renderer. The highlighter is loaded for the first block that names a language, what draws patches for the first one. */
export async function createMessageRenderer(clock: Pick<Clock, 'now'> = systemClock): Promise<RenderMessage> {
  const { createMarkdownRenderer } = await import('../markdown/renderMarkdown.ts');
  const renderMarkdown = await createMarkdownRenderer();
  let highlight: Highlight | undefined;
  let patchLook: typeof patchHtml | undefined;
  const highlightInTime = (code: string, language: string, time: HighlightTime): string | undefined => {
    if (time.leftMs <= 0) return undefined;
    const startMs = clock.now();
    const html = highlight?.(code, language);
    time.leftMs -= clock.now() - startMs;
    return html;
  };
  return async (message, time, frame) => {
    const blocks = sharedBlocksOf(message);
    if (blocks.some(({ language }) => language !== ''))
      highlight ??= (await import('./highlightCode.ts')).highlightCode;
    if (blocks.some(({ language }) => isPatchTag(language))) patchLook ??= (await import('./patchHtml.ts')).patchHtml;
    const text = messageText(message);
    const isMarkdown = Boolean(message.markdown) || blocks.length > 0;
    if (!isMarkdown) return { html: text && `<p class="plain">${escapeHtml(text)}</p>`, blocks: [] };
    const shown: SharedBlock[] = [];
    const html = renderMarkdown(frame === undefined ? text : withoutCaptions(text), (code, language) => {
      // Actions use the exact text of the message; that of the engine differs only in its line breaks.
      const exact = blocks[shown.length];
      const block =
        exact !== undefined && isSame(exact.code, code) ? exact : { language, code: withoutLastBreak(code) };
      const index = shown.push(block) - 1;
      const { attributes = '', ...parts } = frame?.(block, index) ?? {};
      const codeHtml = blockHtml(block, code, parts, {
        highlight: (part, tag) => highlightInTime(part, tag, time),
        patchLook,
      });
      return `<div class="block" data-block="${index}"${attributes}>${codeHtml}</div>\n`;
    });
    return { html, blocks: shown };
  };
}

/** @param code with normalized line breaks @param parts none without a frame */
function blockHtml(
  block: SharedBlock,
  code: string,
  parts: Partial<ReturnType<BlockFrame>>,
  { highlight, patchLook }: { readonly highlight: Highlight; readonly patchLook: typeof patchHtml | undefined },
): string {
  const look = { highlight, actions: parts.actions ?? '', isOpen: parts.actions === undefined };
  const patch = isPatchTag(block.language) ? patchLook?.(code, look) : undefined;
  if (patch !== undefined) return patch;
  // Focusable, so that a wide block can be scrolled by keyboard.
  return `${parts.before ?? ''}<pre tabindex="0">${lineNumbers(block)}<code>${highlight(code, block.language) ?? escapeHtml(code)}</code></pre>`;
}

/** The numbers of the lines in their file, if that is known. */
function lineNumbers({ code, origin }: SharedBlock): string {
  return origin === undefined
    ? ''
    : numbersHtml(
        withoutLastBreak(code)
          .split('\n')
          .map((_, at) => `${origin.startLine + at}`),
      );
}

function isSame(exact: string, rendered: string): boolean {
  return withoutLastBreak(exact.replace(/\r\n?/g, '\n')).replaceAll('\0', '\ufffd') === withoutLastBreak(rendered);
}

function withoutLastBreak(code: string): string {
  return code.endsWith('\n') ? code.slice(0, -1) : code;
}
