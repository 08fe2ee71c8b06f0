export type MarkdownEngine = import('./markdownIt.ts').Engine;
export type MarkdownToken = ReturnType<MarkdownEngine['parse']>[number];
export type BlockState = InstanceType<MarkdownEngine['block']['State']>;
export type InlineState = InstanceType<MarkdownEngine['inline']['State']>;

/** Makes a new engine: `default` knows all of the package's Markdown, `zero` nothing but paragraphs. */
export async function createMarkdownEngine(preset: 'default' | 'zero'): Promise<MarkdownEngine> {
  const { newEngine } = await import('./markdownIt.ts');
  return newEngine(preset);
}
