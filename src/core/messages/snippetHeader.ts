/** The parsed header line of a shared snippet. Another person wrote it: check it before use. */
export interface SnippetHeader {
  /** As displayed, with `/` on all systems. */
  readonly path: string;
  /** 1-based, both inclusive, in the order of the file. */
  readonly ranges: readonly { readonly startLine: number; readonly endLine: number }[];
  /** The display name of the language; absent for plain text. */
  readonly language?: string;
  readonly state: 'saved' | 'unsaved' | 'untitled';
  /** The abbreviated commit id, in hexadecimal. */
  readonly commit?: string;
  /** The URL of the lines, or of the file if there are several ranges. http or https only. */
  readonly link?: string;
}

const escaped = String.raw`(?:\\.|[^\\*])+`;
const numbers = String.raw`\d{1,9}(?:–\d{1,9})?`;
const pattern = new RegExp(
  [
    String.raw`^\*\*(?<path>${escaped})\*\*`,
    ` · lines? (?<ranges>${numbers}(?:, ${numbers})*)`,
    String.raw`(?: · (?<language>(?!untitled(?: ·|$)|unsaved changes(?: ·|$)|\[?commit [0-9a-f]{7,40}\b)(?:\\.|[^\\])+?))??`,
    '(?: · (?<state>untitled|unsaved changes))?',
    String.raw`(?: · (?:commit (?<bare>[0-9a-f]{7,40})|\[commit (?<commit>[0-9a-f]{7,40})\]\(<(?<link>https?:\/\/[^<>\s]+)>\)))?$`,
  ].join(''),
  'u',
);

/** Parses the header line above shared code. `undefined` for any other line. */
export function parseSnippetHeader(line: string): SnippetHeader | undefined {
  const groups = pattern.exec(line)?.groups;
  if (groups?.path === undefined) return undefined;
  const { path, ranges = '', language, state, bare, commit = bare, link } = groups;
  return {
    path: unescaped(path),
    ranges: ranges.split(', ').map(rangeOf),
    ...(language !== undefined && { language: unescaped(language) }),
    state: state === 'untitled' ? 'untitled' : state === undefined ? 'saved' : 'unsaved',
    ...(commit !== undefined && { commit }),
    ...(link !== undefined && { link }),
  };
}

const changesPattern = new RegExp(String.raw`^\*\*(${escaped})\*\* · (?:staged )?changes(?: · |$)`, 'u');

/** Parses the heading above shared changes: the folder name of the repository, or the name of a single file. */
export function parseChangesHeading(line: string): string | undefined {
  const name = changesPattern.exec(line)?.[1];
  return name === undefined ? undefined : unescaped(name);
}

function rangeOf(text: string): { startLine: number; endLine: number } {
  const [start = '', end = start] = text.split('–');
  return { startLine: Number(start), endLine: Number(end) };
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gu, '$1');
}
