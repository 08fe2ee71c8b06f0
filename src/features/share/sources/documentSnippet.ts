import { type Range, type TextDocument, workspace } from 'vscode';
import type { Log } from '../../../core/base/log.ts';
import type { Snippet, SnippetRange } from '../../../core/share/snippet.ts';
import { type CommittedLines, committedLines } from '../../../host/git/committedLines.ts';

/** Parts of a document as they are now, with their lines. */
export function snippetOf(document: TextDocument, ranges: readonly Range[]): Snippet {
  return {
    path: workspace.asRelativePath(document.uri).replaceAll('\\', '/'),
    languageId: document.languageId,
    isUnsaved: document.isDirty,
    isUntitled: document.isUntitled,
    ranges: ranges.toSorted((a, b) => a.start.compareTo(b.start)).map((each) => rangeOf(each, document.getText(each))),
  };
}

/** The same with the commit that holds these lines, and the links to it, as soon as git has told. */
export async function committedSnippet(snippet: Snippet, document: TextDocument, log: Log): Promise<Snippet> {
  return withCommit(snippet, await committedLines(document, snippet.ranges, log));
}

function withCommit(snippet: Snippet, committed: CommittedLines | undefined): Snippet {
  if (committed === undefined) return snippet;
  const { commit, linkTo } = committed;
  const ranges = snippet.ranges.map((range) => ({ ...range, link: linkTo(range) }));
  return { ...snippet, commit, link: linkTo(), ranges };
}

function rangeOf({ start, end }: Range, text: string): SnippetRange {
  // A selection that ends before the first character of a line holds nothing of that line.
  const endLine = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return { startLine: start.line + 1, endLine, text };
}
