import { textLines } from '../base/text/textLines.ts';
import type { LineRange } from '../git/lineMap.ts';

/** Whole lines of a file. */
export interface SnippetRange extends LineRange {
  /** The unchanged lines, with or without a final line break. */
  readonly text: string;
  /** A permalink to these lines for people with access to the repository. Line numbers at the commit can differ. */
  readonly link?: string | undefined;
}

/** Selected code with its origin. */
export interface Snippet {
  /** Relative to the workspace, separated by `/` on every system. */
  readonly path: string;
  /** The number of the cell of a notebook, from 1; the lines are those in the cell. */
  readonly cell?: number;
  /** VS Code's language id. */
  readonly languageId: string;
  /** One for each selection. */
  readonly ranges: readonly SnippetRange[];
  /** The file on disk differs from the shared text. */
  readonly isUnsaved: boolean;
  /** There is no file on disk. */
  readonly isUntitled: boolean;
  /** The full id of the commit that contains these exact lines, with the same line numbers if there is no link. */
  readonly commit?: string | undefined;
  /** The permalink of the file at the commit. */
  readonly link?: string | undefined;
  /** The address of the page that opens the lines in the reader's editor. See `editorLinkAddress`. */
  readonly editorLink?: string | undefined;
}

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
