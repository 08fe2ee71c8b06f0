// The one file that knows the package: it weighs more than everything else here, so it loads at the first use.
type Loaded = typeof import('markdown-it').default;
export type MarkdownEngine = InstanceType<Loaded>;
export type MarkdownToken = ReturnType<MarkdownEngine['parse']>[number];
export type BlockState = InstanceType<MarkdownEngine['block']['State']>;
export type InlineState = InstanceType<MarkdownEngine['inline']['State']>;

/** Makes a new engine: `default` knows all of the package's Markdown, `zero` nothing but paragraphs. */
export async function createMarkdownEngine(preset: 'default' | 'zero'): Promise<MarkdownEngine> {
  const Engine = unwrapped((await import('markdown-it')).default);
  return new Engine(preset);
}

/** Bundled as CommonJS, the package's default export arrives one level deeper than from its own module. */
function unwrapped(loaded: Loaded | { readonly default: Loaded }): Loaded {
  return 'default' in loaded ? loaded.default : loaded;
}
