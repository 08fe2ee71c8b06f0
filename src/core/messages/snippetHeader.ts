/** What the header line of a shared snippet tells. All of it was written by somebody else: check before you believe. */
export interface SnippetHeader {
  /** As it was shown, with `/` on every system. */
  readonly path: string;
  /** 1-based, both inclusive, in the order of the file. */
  readonly ranges: readonly { readonly startLine: number; readonly endLine: number }[];
  /** What people call the language; absent for plain text. */
  readonly language?: string;
  readonly state: 'saved' | 'unsaved' | 'untitled';
  /** The beginning of the commit's id, in hexadecimal. */
  readonly commit?: string;
  /** Of the lines, or with several ranges of the file. http or https only. */
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

/** Reads back the line that stands above shared code. `undefined` for any other line. */
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

/** The name in the heading that Roomside writes above shared changes: the folder of the repository, or of one file its name. */
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
