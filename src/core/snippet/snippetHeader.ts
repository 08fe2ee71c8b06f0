import { defined } from '../base/json.ts';
import type { LineRange } from '../git/lineMap.ts';
import { escapeInline } from '../markdown/toServiceMarkdown.ts';
import { showHiddenCharacters } from './hiddenCharacters.ts';
import { languageName } from './languages.ts';
import type { Snippet, SnippetRange } from './snippet.ts';

/** The beginning of a commit id, as messages show it. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 10);
}

const editorLabel = 'open in editor';

/**
 * The header line above shared code: `**path** · cell 2 · lines 3–7, 12 · language · open in editor · unsaved changes ·
 * commit 0123456789`, with links to the editor and the commit if there are any. Always English, because other people read it
 * and `parseSnippetHeader` parses it.
 */
export function snippetHeader(snippet: Snippet, ranges: readonly SnippetRange[]): string {
  const { path, editorLink, commit, link } = snippet;
  const parts = headerParts(snippet, ranges, escapeInline);
  const editor = editorLink === undefined ? '' : linked(editorLabel, editorLink);
  const version = commit === undefined ? '' : linked(commitLabel(commit), ranges.length === 1 ? ranges[0]?.link : link);
  return joined([`**${escapeInline(shownPath(path))}**`, ...parts, editor, stateOf(snippet), version], ' · ');
}

/** The header line as plain text, with the link to the lines: for a file, whose text is no Markdown. */
export function plainSnippetHeader(snippet: Snippet): string {
  const { path, commit, ranges, link } = snippet;
  const parts = headerParts(snippet, ranges, (text) => text);
  const version = commit === undefined ? '' : commitLabel(commit);
  const line = joined([shownPath(path), ...parts, stateOf(snippet), version], ' · ');
  return joined([line, (ranges.length === 1 ? ranges[0]?.link : link) ?? ''], '\n');
}

function headerParts(snippet: Snippet, ranges: readonly SnippetRange[], write: (text: string) => string) {
  return [cellOf(snippet), linesOf(ranges), write(languageName(snippet.languageId))];
}

function commitLabel(commit: string): string {
  return `commit ${shortCommit(commit)}`;
}

function joined(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part !== '').join(separator);
}

function cellOf({ cell }: Snippet): string {
  return cell === undefined ? '' : `cell ${cell}`;
}

function linesOf(ranges: readonly SnippetRange[]): string {
  return `${isOneLine(ranges) ? 'line' : 'lines'} ${ranges.map(numbers).join(', ')}`;
}

/** The name of a snippet in lists and messages: `src/main.ts:3–7, 12`. */
export function snippetName(snippet: Snippet): string {
  return `${joined([snippet.path, cellOf(snippet)], ' ')}:${snippet.ranges.map(numbers).join(', ')}`;
}

/** The line above one of several ranges: `lines 3–7`. */
export function rangeLine(range: SnippetRange): string {
  return linked(`${isOneLine([range]) ? 'line' : 'lines'} ${numbers(range)}`, range.link);
}

/**
 * A path for display: hidden characters are shown as codes, and white space at the edges, which bold text cannot have,
 * as `␣`.
 */
export function shownPath(path: string): string {
  return showHiddenCharacters(path).replace(/^\s+|(?<!\s)\s+$/g, (edge) => '␣'.repeat(edge.length)) || 'untitled';
}

function stateOf({ isUntitled, isUnsaved }: Snippet): string {
  if (isUntitled) return 'untitled';
  return isUnsaved ? 'unsaved changes' : '';
}

function linked(label: string, link: string | undefined): string {
  return link === undefined ? label : `[${label}](<${link}>)`;
}

function isOneLine(ranges: readonly SnippetRange[]): boolean {
  const [only, ...others] = ranges;
  return only !== undefined && others.length === 0 && only.startLine === only.endLine;
}

function numbers(range: SnippetRange): string {
  return range.startLine === range.endLine ? `${range.startLine}` : `${range.startLine}–${range.endLine}`;
}

/** The parsed header line of a shared snippet. Another person wrote it: check it before use. */
export interface SnippetHeader {
  /** As displayed, with `/` on all systems. */
  readonly path: string;
  /** The number of the cell of a notebook, from 1; the lines are those in the cell. */
  readonly cell?: number;
  /** 1-based, both inclusive, in the order of the file. */
  readonly ranges: readonly LineRange[];
  /** There was no file on disk. */
  readonly isUntitled: boolean;
  /** The lines were not saved. */
  readonly isUnsaved?: boolean;
  /** The abbreviated commit id, in hexadecimal. */
  readonly commit?: string;
  /** The address of a page that shows the lines in that commit. http or https only. */
  readonly commitLink?: string;
  /** The address of a page that opens the lines in an editor. http or https only; see `parseEditorLinkAddress`. */
  readonly editorLink?: string;
}

const escaped = String.raw`(?:\\.|[^\\*])+`;
const lineNumbers = String.raw`\d{1,9}(?:–\d{1,9})?`;
const headerPattern = new RegExp(
  [
    String.raw`^\*\*(?<path>${escaped})\*\*(?: · cell (?<cell>[1-9]\d{0,5}))?`,
    ` · lines? (?<ranges>${lineNumbers}(?:, ${lineNumbers})*)`,
    String.raw`(?: · (?!untitled(?: ·|$)|unsaved changes(?: ·|$)|\[?commit [0-9a-f]{7,40}\b|\[${editorLabel}\])(?:\\.|[^\\])+?)??`,
    String.raw`(?: · \[${editorLabel}\]\(<(?<editorLink>https?:\/\/[^<>\s]+)>\))?`,
    '(?: · (?<state>untitled|unsaved changes))?',
    String.raw`(?: · (?:commit (?<bare>[0-9a-f]{7,40})|\[commit (?<commit>[0-9a-f]{7,40})\]\(<(?<commitLink>https?:\/\/[^<>\s]+)>\)))?$`,
  ].join(''),
  'u',
);

/** A header has a path, lines and two links. */
const maxHeaderLength = 16_384;

/** Parses the header line above shared code. `undefined` for any other line. */
export function parseSnippetHeader(line: string): SnippetHeader | undefined {
  if (line.length > maxHeaderLength) return undefined;
  const groups = headerPattern.exec(line)?.groups;
  if (groups?.path === undefined) return undefined;
  const { path, cell, ranges = '', state, bare, commit = bare, commitLink, editorLink } = groups;
  return {
    path: unescaped(path),
    ...(cell !== undefined && { cell: Number(cell) }),
    ranges: ranges.split(', ').map(rangeOf),
    isUntitled: state === 'untitled',
    ...(state === 'unsaved changes' && { isUnsaved: true }),
    ...defined({ commit, commitLink, editorLink }),
  };
}

/** Whether a line is the one above one of several ranges, see `rangeLine`. */
export function isRangeLine(line: string): boolean {
  return line.length <= maxHeaderLength && /^\[?lines? \d+(?:–\d+)?(?:\]\(<\S*>\))?$/.test(line);
}

const changesPattern = new RegExp(String.raw`^\*\*(${escaped})\*\* · (?:staged )?changes(?: · |$)`, 'u');

/** Parses the heading above shared changes: the folder name of the repository, or the name of a single file. */
export function parseChangesHeading(line: string): string | undefined {
  if (line.length > maxHeaderLength) return undefined;
  const name = changesPattern.exec(line)?.[1];
  return name === undefined ? undefined : unescaped(name);
}

function rangeOf(text: string): LineRange {
  const [start = '', end = start] = text.split('–');
  return { startLine: Number(start), endLine: Number(end) };
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gu, '$1');
}
