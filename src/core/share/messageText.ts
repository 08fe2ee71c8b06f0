import { fencedBlocks } from '../markdown/fencedBlocks.ts';
import { isBlankLine, textLines } from '../markdown/textLines.ts';

// What readers that know more than the service's subset would let run to the end of the message, whatever follows.
const swallowingMark = /^((?:[ >]|[-*+] |\d{1,9}[.)] )*)(?=~{3}|<(?:[!?]|(?:script|pre|style|textarea)\b))/i;

/**
 * Turns what a person typed into the line breaks of service-api.md "Message formatting": two newline characters between
 * paragraphs, two spaces and a newline for a single line break. Fenced code is left alone. Nothing after the text can be
 * swallowed: a fence left open is closed, and marks beyond the subset that would go on for ever are escaped.
 */
export function toServiceMarkdown(text: string): string {
  const blocks = fencedBlocks(text);
  const lines = textLines(text);
  let markdown = '';
  let pending: 'start' | 'none' | 'line' | 'paragraph' | 'fence' = 'start';
  for (let index = 0; index < lines.length; index++) {
    const block = blocks[0]?.firstLine === index ? blocks.shift() : undefined;
    const line = lines[index]?.text ?? '';
    if (!block && isBlankLine(line)) {
      if (pending !== 'start') pending = 'paragraph';
      continue;
    }
    if (pending === 'paragraph') markdown += '\n\n';
    else if (pending === 'line') markdown += block ? '\n' : '  \n';
    else if (pending === 'fence') markdown += '\n';
    if (!block) {
      markdown += line.replace(/(?<![ \t])[ \t]+$/, '').replace(swallowingMark, '$1\\');
      pending = 'line';
      continue;
    }
    const body = lines.slice(index, block.lastLine + 1);
    markdown += body.map((each, at) => each.text + (at < body.length - 1 ? each.end : '')).join('');
    if (!block.isClosed) markdown += `${/[\r\n]$/.test(markdown) ? '' : '\n'}${block.prefix}${block.fence}`;
    pending = 'fence';
    index = block.lastLine;
  }
  return markdown;
}
