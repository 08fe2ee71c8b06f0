import { basename } from 'node:path';
import { EndOfLine, l10n, type Range, type TextDocument, type Uri } from 'vscode';
import type { Log } from '../../../core/base/log.ts';
import type { ShareOrigin } from '../../../core/outbox/shareRecord.ts';
import { displayTitle } from '../../../core/rooms/displayTitle.ts';
import { joinRanges } from '../../../core/share/joinRanges.ts';
import { riskyFileName } from '../../../core/share/scan/riskyFileName.ts';
import type { Snippet, SnippetRange } from '../../../core/share/snippet.ts';
import { type CommittedLines, committedLines } from '../../../host/git/committedLines.ts';
import { isGitIgnored } from '../../../host/git/gitIgnored.ts';
import { outsideTarget } from '../../../host/outsideTarget.ts';
import { sourceRiskLines } from '../../../host/secretLines.ts';
import { settings } from '../../../host/settings.ts';
import { sharedPath } from '../../../host/sharedPath.ts';

/** Parts of a document as they are now, with their lines. */
export function snippetOf(document: TextDocument, ranges: readonly Range[]): Snippet {
  const parts = ranges
    .toSorted((a, b) => a.start.compareTo(b.start))
    .map((each) => rangeOf(each, document.getText(each)));
  return {
    path: sharedPath(document.uri),
    languageId: document.languageId,
    isUnsaved: document.isDirty,
    isUntitled: document.isUntitled,
    ranges: joinRanges(parts, document.eol === EndOfLine.CRLF ? '\r\n' : '\n'),
  };
}

/** The same with the commit that holds these lines, and the links to it, as soon as git has told. */
export async function committedSnippet(snippet: Snippet, document: TextDocument, log: Log): Promise<Snippet> {
  return withCommit(snippet, await committedLines(document, snippet.ranges, log));
}

/** What speaks against sharing lines of this file, whatever they hold: its name, or that Git ignores it. */
export async function documentRisks({ uri }: TextDocument): Promise<readonly string[]> {
  const target = await outsideTarget(uri);
  const link =
    target === undefined
      ? []
      : [l10n.t('{0} is a link to {1}, outside the workspace', basename(uri.path), displayTitle(target))];
  return [...link, ...(await secretRisks(uri))];
}

async function secretRisks(uri: Uri): Promise<readonly string[]> {
  if (!settings.scanForSecrets.value) return [];
  const nameRisk = riskyFileName(uri.path);
  const isIgnored = uri.scheme === 'file' && (await isGitIgnored(uri.fsPath));
  return sourceRiskLines(basename(uri.path), { isIgnored, ...(nameRisk && { nameRisk }) });
}

/** Where these lines are on the disk; nothing for a document that is not a file. */
export function snippetOrigin({ uri }: TextDocument, { ranges }: Snippet): { readonly origin?: ShareOrigin } {
  if (uri.scheme !== 'file') return {};
  return { origin: { path: uri.fsPath, line: ranges[0]?.startLine ?? 1 } };
}

/** How many lines of code a snippet shares. */
export function lineCountOf({ ranges }: Snippet): number {
  return ranges.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0);
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
