// The one file that imports the package, which weighs more than everything else here: it loads at the first use.
import MarkdownIt from 'markdown-it';

export type Engine = InstanceType<typeof MarkdownIt>;

export const newEngine = (preset: 'default' | 'zero'): Engine => new MarkdownIt(preset);
