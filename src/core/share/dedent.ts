import { textLines } from '../markdown/textLines.ts';

/**
 * Takes off the indentation that all lines share, comparing it character by character so that tabs and spaces are never
 * counted as each other. Blank lines have no say, and lose what they hold of it. Line breaks stay as they are.
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
