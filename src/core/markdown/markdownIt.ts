// The only file that imports the package, which is large: it is loaded on first use.
import MarkdownIt from 'markdown-it';

export type Engine = InstanceType<typeof MarkdownIt>;

export const newEngine = (preset: 'default' | 'zero'): Engine => new MarkdownIt(preset);
