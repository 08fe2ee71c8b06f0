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
  /** Where it begins and ends in this line, in UTF-16 code units from 0. */
  readonly start: number;
  readonly end: number;
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
  const found = new Map<string, { construct: MarkdownConstruct; line: number; rest?: string }>();
  let blockLine = 1;
  let listDepth = 0;
  for (const token of engine.parse(markdown, {})) {
    if (token.map) blockLine = token.map[0] + 1;
    if (/_list_(?:open|close)$/.test(token.type)) listDepth += token.nesting;
    const blockConstruct = blockConstructs[token.type]?.(token, listDepth);
    if (blockConstruct) found.set(`${blockLine} ${blockConstruct}`, { construct: blockConstruct, line: blockLine });
    for (const child of token.children ?? []) {
      const construct = inlineConstructs[child.type]?.(child);
      if (!construct) continue;
      const offset = offsets.get(child) ?? 0;
      const line = blockLine + token.content.slice(0, offset).split('\n').length - 1;
      const key = `${line} ${construct}`;
      const [rest = ''] = token.content.slice(offset).split('\n', 1);
      if (!found.has(key)) found.set(key, { construct, line, rest });
    }
  }
  const lines = textLines(markdown);
  return [...found.values()]
    .sort((a, b) => a.line - b.line)
    .map(({ rest, ...finding }) => {
      const { text = '' } = lines[finding.line - 1] ?? {};
      return { ...finding, ...extentOf(text, rest), excerpt: text.trim().slice(0, 80) };
    });
}

/** What begins where the engine has found a construct. That of a link is its text, after the bracket. */
const extents = /^(?:<[^>]{0,1000}>|&[^;]{0,40};|\\|!?\[?[^[\]]{0,1000}\](?:\([^)]{0,1000}\)|\[[^\]]{0,1000}\])?)/;

/** @param rest of the line, from the beginning of the construct; all of the line for a block */
function extentOf(line: string, rest = line.trim()): Pick<MarkdownFinding, 'start' | 'end'> {
  const start = Math.max(0, line.lastIndexOf(rest));
  const [mark = ''] = /^(?:~~|_{1,3}|`{2,})/.exec(rest) ?? [];
  const close = mark === '' ? -1 : rest.indexOf(mark, mark.length);
  const length = close < 0 ? extents.exec(rest)?.[0].length : close + mark.length;
  return { start, end: start + (length ?? rest.length) };
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

type Construct = MarkdownConstruct | undefined;

/** What a block outside the subset is, by the type of its token. */
const blockConstructs: Readonly<Record<string, (token: MarkdownToken, listDepth: number) => Construct>> = {
  heading_open: ({ markup }) => (markup.startsWith('#') ? 'heading' : 'setext-heading'),
  table_open: () => 'table',
  html_block: () => 'raw-html',
  hr: () => 'horizontal-rule',
  code_block: () => 'indented-code',
  reference_definition: () => 'reference-link',
  fence: ({ markup }) => (markup.startsWith('~') ? 'tilde-fence' : markup.length > 3 ? 'long-fence' : undefined),
  // List markers are only allowed at the start of a line [A34].
  bullet_list_open: (_, listDepth) => (listDepth > 1 ? 'nested-list' : undefined),
  ordered_list_open: (_, listDepth) => (listDepth > 1 ? 'nested-list' : undefined),
  list_item_open: ({ markup }) => (markup === '-' || markup === '.' ? undefined : 'list-marker'),
};

/** The same inside a paragraph. */
const inlineConstructs: Readonly<Record<string, (token: MarkdownToken) => Construct>> = {
  image: () => 'image',
  html_inline: () => 'raw-html',
  s_open: () => 'strikethrough',
  em_open: ({ markup }) => (markup.startsWith('_') ? 'underscore-emphasis' : undefined),
  strong_open: ({ markup }) => (markup.startsWith('_') ? 'underscore-emphasis' : undefined),
  code_inline: ({ markup }) => (markup.length > 1 ? 'long-code-delimiter' : undefined),
  text_special: ({ info }) => (info === 'entity' ? 'character-reference' : undefined),
  hardbreak: ({ markup }) => (markup === '\\' ? 'backslash-break' : undefined),
  unknown_mention: () => 'unknown-mention',
  link_open: constructOfLink,
};

function constructOfLink(token: MarkdownToken): MarkdownConstruct | undefined {
  if (token.info === 'auto') return 'autolink';
  if (token.meta?.label !== undefined) return 'reference-link';
  if (!isSafeLink(String(token.attrGet('href') ?? ''))) return 'link-target';
  return token.attrGet('title') === null ? undefined : 'link-title';
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
