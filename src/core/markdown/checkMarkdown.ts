import { textLines } from '../base/text/textLines.ts';
import {
  createMarkdownEngine,
  type InlineState,
  isSafeLink,
  type MarkdownEngine,
  type MarkdownToken,
  mentionRule,
} from './markdownEngine.ts';

/** Markdown constructs outside the service's subset, which may not be rendered [A32]. */
export type MarkdownConstruct =
  | 'autolink'
  | 'backslash-break'
  | 'character-reference'
  | 'heading'
  | 'horizontal-rule'
  | 'image'
  | 'indented-code'
  | 'link-target'
  | 'link-title'
  | 'list-marker'
  | 'long-code-delimiter'
  | 'long-fence'
  | 'nested-list'
  | 'raw-html'
  | 'reference-link'
  | 'setext-heading'
  | 'strikethrough'
  | 'table'
  | 'tilde-fence'
  | 'underscore-emphasis'
  | 'unknown-mention';

export interface MarkdownFinding {
  readonly construct: MarkdownConstruct;
  /** 1-based. */
  readonly line: number;
  /** The line where it starts, cut to 80 characters. */
  readonly excerpt: string;
}

/**
 * Finds every construct of a message outside the service's subset [A32], in the order of the text, at most once per
 * line.
 */
export async function checkMarkdown(markdown: string): Promise<MarkdownFinding[]> {
  checking ??= await createCheckingEngine();
  const { engine, offsets } = checking;
  const found = new Map<string, { construct: MarkdownConstruct; line: number }>();
  let blockLine = 1;
  let listDepth = 0;
  for (const token of engine.parse(markdown, {})) {
    if (token.map) blockLine = token.map[0] + 1;
    if (/_list_(?:open|close)$/.test(token.type)) listDepth += token.nesting;
    const blockConstruct = constructOfBlock(token, listDepth);
    if (blockConstruct) found.set(`${blockLine} ${blockConstruct}`, { construct: blockConstruct, line: blockLine });
    for (const child of token.children ?? []) {
      const construct = constructOfInline(child);
      if (!construct) continue;
      const line = blockLine + lineBreaksBefore(token.content, offsets.get(child) ?? 0);
      found.set(`${line} ${construct}`, { construct, line });
    }
  }
  const lines = textLines(markdown);
  return [...found.values()]
    .sort((a, b) => a.line - b.line)
    .map((finding) => ({ ...finding, excerpt: (lines[finding.line - 1]?.text.trim() ?? '').slice(0, 80) }));
}

interface CheckingEngine {
  readonly engine: MarkdownEngine;
  /** The offset of a token in its paragraph. */
  readonly offsets: WeakMap<MarkdownToken, number>;
}

/** Created once, because a draft is checked on every change. */
let checking: CheckingEngine | undefined;

async function createCheckingEngine(): Promise<CheckingEngine> {
  const engine = await createMarkdownEngine('default');
  const offsets: CheckingEngine['offsets'] = new WeakMap();
  engine.set({ html: true });
  // Definitions and references must be kept to be reported.
  engine.core.ruler.disable(['strip_references', 'text_join']);
  // Links that the engine would reject are reported too.
  engine.validateLink = () => true;
  engine.inline.ruler.before('escape', 'mention', mentionRule);
  engine.inline.ruler.after('mention', 'unknown_mention', readUnknownMention);
  engine.inline.ruler.after('mention', 'backslash_break', readBackslashBreak);
  // The engine knows only the line of a paragraph; the offset of a token is recorded when it is created.
  engine.inline.State = class extends engine.inline.State {
    override push(type: string, tag: string, nesting: -1 | 0 | 1): MarkdownToken {
      const token = super.push(type, tag, nesting);
      offsets.set(token, this.pos);
      return token;
    }
  };
  return { engine, offsets };
}

function constructOfBlock(token: MarkdownToken, listDepth: number): MarkdownConstruct | undefined {
  switch (token.type) {
    case 'heading_open':
      return token.markup.startsWith('#') ? 'heading' : 'setext-heading';
    case 'table_open':
      return 'table';
    case 'html_block':
      return 'raw-html';
    case 'hr':
      return 'horizontal-rule';
    case 'code_block':
      return 'indented-code';
    case 'reference_definition':
      return 'reference-link';
    case 'fence':
      if (token.markup.startsWith('~')) return 'tilde-fence';
      return token.markup.length > 3 ? 'long-fence' : undefined;
    case 'bullet_list_open':
    case 'ordered_list_open':
      // List markers are only allowed at the start of a line [A34].
      return listDepth > 1 ? 'nested-list' : undefined;
    case 'list_item_open':
      return token.markup === '-' || token.markup === '.' ? undefined : 'list-marker';
    default:
      return undefined;
  }
}

function constructOfInline(token: MarkdownToken): MarkdownConstruct | undefined {
  switch (token.type) {
    case 'image':
      return 'image';
    case 'html_inline':
      return 'raw-html';
    case 's_open':
      return 'strikethrough';
    case 'em_open':
    case 'strong_open':
      return token.markup.startsWith('_') ? 'underscore-emphasis' : undefined;
    case 'code_inline':
      return token.markup.length > 1 ? 'long-code-delimiter' : undefined;
    case 'text_special':
      return token.info === 'entity' ? 'character-reference' : undefined;
    case 'hardbreak':
      return token.markup === '\\' ? 'backslash-break' : undefined;
    case 'unknown_mention':
      return 'unknown-mention';
    case 'link_open':
      return constructOfLink(token);
    default:
      return undefined;
  }
}

function constructOfLink(token: MarkdownToken): MarkdownConstruct | undefined {
  if (token.info === 'auto') return 'autolink';
  if (token.meta?.label !== undefined) return 'reference-link';
  if (!isSafeLink(String(token.attrGet('href') ?? ''))) return 'link-target';
  return token.attrGet('title') === null ? undefined : 'link-title';
}

function lineBreaksBefore(content: string, offset: number): number {
  return content.slice(0, offset).split('\n').length - 1;
}

function readUnknownMention(state: InlineState, silent: boolean): boolean {
  if (!state.src.startsWith('<@', state.pos)) return false;
  if (!silent) state.push('unknown_mention', '', 0).content = '<@';
  state.pos += 2;
  return true;
}

function readBackslashBreak(state: InlineState, silent: boolean): boolean {
  if (!state.src.startsWith('\\\n', state.pos)) return false;
  if (!silent) state.push('hardbreak', 'br', 0).markup = '\\';
  state.pos += 2;
  return true;
}
