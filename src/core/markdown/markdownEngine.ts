export type MarkdownEngine = import('./markdownIt.ts').Engine;
export type MarkdownToken = ReturnType<MarkdownEngine['parse']>[number];
type BlockState = InstanceType<MarkdownEngine['block']['State']>;
export type InlineState = InstanceType<MarkdownEngine['inline']['State']>;

/** Creates an engine: `default` with all Markdown of the package, `zero` with paragraphs only. */
export async function createMarkdownEngine(preset: 'default' | 'zero'): Promise<MarkdownEngine> {
  const { newEngine } = await import('./markdownIt.ts');
  return newEngine(preset);
}

const subsetRules = ['blockquote', 'fence', 'list', 'backticks', 'emphasis', 'escape', 'link', 'newline'];

/** Creates an engine for exactly the subset of the service [A32]; everything else is text. */
export async function createSubsetEngine(): Promise<MarkdownEngine> {
  const engine = await createMarkdownEngine('zero');
  engine.enable(subsetRules);
  engine.validateLink = isSafeLink;
  engine.block.ruler.before('fence', 'foreign_mark', readForeignMark);
  engine.inline.ruler.before('escape', 'mention', mentionRule);
  engine.inline.ruler.before('escape', 'backslash_at_line_end', readBackslashAtLineEnd);
  return engine;
}

/** Whether a URL may become a link: no scripts, no files, nothing relative to the page. */
export function isSafeLink(url: string): boolean {
  return /^(?:https?:\/\/[^/]|mailto:[^/])/i.test(url);
}

/**
 * Treats tilde fences and unsupported list markers as text; the rules of the engine would parse them as code and lists.
 */
function readForeignMark(state: BlockState, startLine: number, _endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent > 3) return false;
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  const line = state.src.slice(start, state.eMarks[startLine]);
  if (!/^(?:~{3}|[*+](?:\s|$)|\d{1,9}\)(?:\s|$))/.test(line)) return false;
  if (silent) return true;
  state.line = startLine + 1;
  state.push('paragraph_open', 'p', 1).map = [startLine, state.line];
  const inline = state.push('inline', '', 0);
  inline.content = line.trim();
  inline.map = [startLine, state.line];
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  return true;
}

/** A backslash at the end of a line is an ordinary character; only two spaces break a line. */
function readBackslashAtLineEnd(state: InlineState, silent: boolean): boolean {
  if (!state.src.startsWith('\\\n', state.pos)) return false;
  if (!silent) state.pending += '\\';
  state.pos += 1;
  return true;
}

/** The engine's inline rule for mentions: one `mention` token, its `Mention` under `meta.mention`. */
export function mentionRule(state: InlineState, silent: boolean): boolean {
  const found = mentionAt(state.src, state.pos);
  if (!found || state.pos + found.length > state.posMax) return false;
  if (!silent) state.push('mention', '', 0).meta = { mention: found.mention };
  state.pos += found.length;
  return true;
}

/** The three kinds of mentions [A35]. */
export type Mention =
  | { readonly kind: 'email' | 'id'; readonly value: string; readonly label: string }
  | { readonly kind: 'all' };

const mentionPattern = /<@(?:all|person(Email|Id):([^\s|<>]+)\|([^|<>\n]+))>/y;

/** Parses a mention that starts exactly at `offset`, and returns its length in UTF-16 units. */
export function mentionAt(text: string, offset: number): { mention: Mention; length: number } | undefined {
  mentionPattern.lastIndex = offset;
  const match = mentionPattern.exec(text);
  if (!match) return undefined;
  const [whole, by, value = '', label = ''] = match;
  if (by === undefined) return { mention: { kind: 'all' }, length: whole.length };
  return { mention: { kind: by === 'Email' ? 'email' : 'id', value, label }, length: whole.length };
}
