import type { SnippetRange } from './snippet.ts';

/**
 * Joins ranges of adjacent lines, so that a column selection (one range per line) becomes one block.
 * @param ranges in the order of their lines
 * @param lineBreak the line break of the document
 */
export function joinRanges(ranges: readonly SnippetRange[], lineBreak: string): readonly SnippetRange[] {
  const joined: SnippetRange[] = [];
  for (const range of ranges) {
    const before = joined.at(-1);
    if (before === undefined || before.endLine + 1 !== range.startLine) {
      joined.push(range);
      continue;
    }
    const text = before.text.endsWith('\n') ? before.text : before.text + lineBreak;
    joined[joined.length - 1] = { startLine: before.startLine, endLine: range.endLine, text: text + range.text };
  }
  return joined;
}
