import { textLines } from '../base/text/textLines.ts';

/**
 * Removes the indentation that all lines share. Tabs and spaces are compared as characters and never converted. Blank
 * lines are ignored, and lose their part of it. Line breaks are kept.
 */
export function dedent(text: string): string {
  const lines = textLines(text);
  let shared: string | undefined;
  for (const line of lines) {
    if (line.text.trim() === '') continue;
    const indentation = /^[ \t]*/.exec(line.text)?.[0] ?? '';
    shared = shared === undefined ? indentation : commonStart(shared, indentation);
    if (shared === '') return text;
  }
  const cut = shared ?? '';
  return lines.map((line) => line.text.slice(commonStart(cut, line.text).length) + line.end).join('');
}

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}
