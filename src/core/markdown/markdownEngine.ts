export type MarkdownEngine = import('./markdownIt.ts').Engine;
export type MarkdownToken = ReturnType<MarkdownEngine['parse']>[number];
export type BlockState = InstanceType<MarkdownEngine['block']['State']>;
export type InlineState = InstanceType<MarkdownEngine['inline']['State']>;

/** Creates an engine: `default` with all Markdown of the package, `zero` with paragraphs only. */
export async function createMarkdownEngine(preset: 'default' | 'zero'): Promise<MarkdownEngine> {
  const { newEngine } = await import('./markdownIt.ts');
  return newEngine(preset);
}
