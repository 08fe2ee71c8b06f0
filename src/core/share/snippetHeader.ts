import { escapeInline } from '../markdown/escapeInline.ts';
import { showHiddenCharacters } from './hiddenCharacters.ts';
import { languageName } from './languageName.ts';
import type { Snippet, SnippetRange } from './snippet.ts';

const shownCommitLength = 10;

/**
 * The header line above shared code: `**path** · lines 3–7, 12 · language · unsaved changes · commit 0123456789`, the
 * last with its link if there is one. Always English, because other people read it and `parseSnippetHeader` parses it.
 */
export function snippetHeader(snippet: Snippet, ranges: readonly SnippetRange[]): string {
  const parts = [
    `**${escapeInline(shownPath(snippet.path))}**`,
    `${isOneLine(ranges) ? 'line' : 'lines'} ${ranges.map(numbers).join(', ')}`,
    escapeInline(languageName(snippet.languageId)),
    stateOf(snippet),
    commitOf(snippet, ranges),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** The name of a snippet in lists and messages: `src/main.ts:3–7, 12`. */
export function snippetName({ path, ranges }: Snippet): string {
  return `${path}:${ranges.map(numbers).join(', ')}`;
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

function commitOf({ commit, link }: Snippet, ranges: readonly SnippetRange[]): string {
  if (commit === undefined) return '';
  return linked(`commit ${commit.slice(0, shownCommitLength)}`, ranges.length === 1 ? ranges[0]?.link : link);
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
