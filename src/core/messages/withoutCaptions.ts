import { isBlankLine, textLines } from '../base/text/textLines.ts';
import { fencedBlocks } from '../markdown/fencedBlocks.ts';
import { isRangeLine, parseSnippetHeader } from '../snippet/snippetHeader.ts';

/** The Markdown of a message without the paragraphs right above its code that say where the code is from. */
export function withoutCaptions(markdown: string): string {
  const lines = textLines(markdown);
  const textAt = (at: number): string => lines[at]?.text.trimEnd() ?? '';
  const captions = new Set<number>();
  let fromLine = 0;
  for (const { firstLine, lastLine } of fencedBlocks(markdown)) {
    const start = fromLine;
    const lastBefore = (end: number): number => {
      const above = lines.slice(start, Math.max(start, end));
      return start + above.findLastIndex(({ text }) => !isBlankLine(text));
    };
    const isAlone = (at: number): boolean =>
      at >= start && [at - 1, at + 1].every((each) => each < start || each === firstLine || isBlankLine(textAt(each)));
    let lowest = lastBefore(firstLine);
    if (isAlone(lowest) && isRangeLine(textAt(lowest))) {
      captions.add(lowest);
      lowest = lastBefore(lowest);
    }
    if (isAlone(lowest) && parseSnippetHeader(textAt(lowest)) !== undefined) captions.add(lowest);
    fromLine = lastLine + 1;
  }
  return lines.map(({ text, end }, at) => (captions.has(at) ? end : text + end)).join('');
}
