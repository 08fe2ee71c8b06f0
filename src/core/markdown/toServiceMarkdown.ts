import { isBlankLine, type TextLine, textLines } from '../base/text/textLines.ts';
import { type FencedBlock, fencedBlocks } from './fencedBlocks.ts';

// Marks outside the service's subset that other Markdown renderers would extend to the end of the message.
const unclosedMark = /^((?:[ >]|[-*+] |\d{1,9}[.)] )*)(?=~{3}|<(?:[!?]|(?:script|pre|style|textarea)\b))/i;

/**
 * Converts typed text to the line breaks of the service [A36]: two newlines between paragraphs, two spaces and a
 * newline for a line break. Fenced code is not changed. An open fence is closed, and marks outside the subset that
 * would never end are escaped, so that following text is safe. Runs in linear time.
 */
export function toServiceMarkdown(text: string): string {
  const blocks = fencedBlocks(text).values();
  const lines = textLines(text);
  const parts: string[] = [];
  let nextBlock = blocks.next().value;
  let pending: keyof typeof breakAfter = 'start';
  for (let index = 0; index < lines.length; index++) {
    const block = nextBlock?.firstLine === index ? nextBlock : undefined;
    const line = lines[index]?.text ?? '';
    if (!block && isBlankLine(line)) {
      if (pending !== 'start') pending = 'paragraph';
      continue;
    }
    parts.push(pending === 'line' && block ? '\n' : breakAfter[pending]);
    if (!block) {
      parts.push(line.replace(/(?<![ \t])[ \t]+$/, '').replace(unclosedMark, '$1\\'));
      pending = 'line';
      continue;
    }
    parts.push(blockText(lines.slice(index, block.lastLine + 1), block));
    nextBlock = blocks.next().value;
    pending = 'fence';
    index = block.lastLine;
  }
  return parts.join('');
}

const breakAfter = { start: '', line: '  \n', paragraph: '\n\n', fence: '\n' };

/** The block as typed, with a closing fence. */
function blockText(body: readonly TextLine[], { isClosed, prefix, fence }: FencedBlock): string {
  const text = body.map((each, at) => each.text + (at < body.length - 1 ? each.end : '')).join('');
  if (isClosed) return text;
  return `${text}${/[\r\n]$/.test(text) ? '' : '\n'}${prefix}${fence}`;
}

/**
 * Escapes plain text for use inside a line of the service's Markdown. Only characters that could become markup get a
 * backslash, because backslash escapes are not in the service API [X14] and an ordinary path should stay readable.
 * Markers that only have a meaning at the start of a line are not escaped.
 */
export function escapeInline(text: string): string {
  return (
    text
      .replace(/[\\`*[\]<~]/g, '\\$&')
      // A service may parse mentions before backslashes, so the two characters are separated.
      .replace(/<@/g, '<\\@')
      .replace(/&(?=#?\w+;)/g, '\\&')
      // An underscore between two letters or digits never starts or ends emphasis.
      .replace(/(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, (run) => '\\_'.repeat(run.length))
  );
}
