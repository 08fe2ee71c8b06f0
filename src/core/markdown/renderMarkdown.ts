import {
  createSubsetEngine,
  isSafeLink,
  type MarkdownEngine,
  type MarkdownToken,
  type Mention,
} from './markdownEngine.ts';

/** The mentions of a message, in order; mentions in code are ignored. */
export async function findMentions(markdown: string): Promise<readonly Mention[]> {
  const engine = await createSubsetEngine();
  const tokens = engine.parse(markdown, {}).flatMap(({ children }) => children ?? []);
  return tokens.filter(({ type }) => type === 'mention').map(({ meta }) => meta?.mention as Mention);
}

/** Renders a fenced block as safe HTML. `code` ends with the line break before the fence. */
export type RenderCode = (code: string, language: string) => string;

/**
 * Creates a renderer of messages to HTML that is safe in a page: the subset of the service [A32] and nothing else. HTML is
 * shown as text, and links are limited to http, https and mailto. Mentions become `<span class="mention">` with
 * `data-person-email`, `data-person-id` or `data-mention="all"`. `renderCode` renders the fenced blocks, in order.
 */
export async function createMarkdownRenderer(): Promise<(markdown: string, renderCode: RenderCode) => string> {
  const engine = await createSubsetEngine();
  addRenderRules(engine);
  engine.renderer.rules.fence = (tokens, index, _options, env) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    const { renderCode } = env as { readonly renderCode: RenderCode };
    return renderCode(content, info.trim().split(/\s/)[0] ?? '');
  };
  return (markdown, renderCode) => engine.render(markdown, { renderCode });
}

function addRenderRules(engine: MarkdownEngine): void {
  const { renderer } = engine;
  const { rules } = renderer;
  for (const type of ['em_open', 'em_close', 'strong_open', 'strong_close']) {
    rules[type] = (tokens, index, options) => {
      // Underscores are not emphasis in the subset.
      const markup = tokens[index]?.markup ?? '';
      return markup.startsWith('_') ? markup : renderer.renderToken(tokens, index, options);
    };
  }
  // The engine accepts an empty destination. Links never nest, so the last opened link is the one that is closed.
  rules.link_open = (tokens, index) => {
    const href = hrefOf(tokens[index]);
    return isSafeLink(href) ? `<a href="${engine.utils.escapeHtml(href)}" rel="noopener noreferrer">` : '';
  };
  rules.link_close = (tokens, index) =>
    isSafeLink(hrefOf(tokens.findLast((token, at) => at < index && token.type === 'link_open'))) ? '</a>' : '';
  rules.mention = (tokens, index) => mentionHtml(tokens[index]?.meta?.mention as Mention, engine.utils.escapeHtml);
}

function hrefOf(token: MarkdownToken | undefined): string {
  return String(token?.attrGet('href') ?? '');
}

function mentionHtml(mention: Mention, escapeHtml: (text: string) => string): string {
  if (mention.kind === 'all') return '<span class="mention" data-mention="all">@all</span>';
  return `<span class="mention" data-person-${mention.kind}="${escapeHtml(mention.value)}">@${escapeHtml(mention.label)}</span>`;
}
