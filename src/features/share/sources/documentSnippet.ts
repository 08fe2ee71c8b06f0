import { parse } from 'node:path';
import { EndOfLine, type Range, type TextDocument } from 'vscode';
import { EmptyShareError } from '../../../core/attachments/limits.ts';
import { BrokerUrlError } from '../../../core/auth/errors.ts';
import { parseBrokerUrl } from '../../../core/auth/signIn/baseUrl.ts';
import { lazy } from '../../../core/base/lazy.ts';
import { digestOfLines } from '../../../core/base/text/lineDigests.ts';
import { editorLinkAddress } from '../../../core/git/editorLink.ts';
import type { CodePlace } from '../../../core/snippet/codePlace.ts';
import { joinRanges, type Snippet, type SnippetRange } from '../../../core/snippet/snippet.ts';
import { plainSnippetHeader, snippetName } from '../../../core/snippet/snippetHeader.ts';
import { renderSnippetMessage } from '../../../core/snippet/snippetMessage.ts';
import type { DocumentText, RepositoryLines } from '../../../host/git/repositoryLines.ts';
import { cellOf } from '../../../host/vscode/cellOf.ts';
import { setting } from '../../../host/vscode/settings.ts';
import { unsavedVersionOf } from '../../../host/vscode/unsavedVersion.ts';
import { sharedPath } from '../../../host/vscode/workspaceFiles.ts';
import { textAsFile } from '../fileSource.ts';
import { type RenderedText, shareableText } from '../propose.ts';
import type { Shareable } from '../shareable.ts';
import { documentRisks } from './documentRisks.ts';
import { hiddenWarning, type RepositoryPorts } from './shareSource.ts';

/** Lines of a document. Git runs at the first use of what it knows. @param text of the whole document */
export function linesOf(
  document: TextDocument,
  ranges: readonly Range[],
  ports: RepositoryPorts,
  text = document.getText(),
) {
  const snippet = snippetOf(document, ranges);
  const source = { document, text };
  return {
    snippet,
    committed: lazy(() => snippetInRepository(snippet, source, ports)),
    risks: lazy(() => documentRisks(cellOf(document)?.notebook ?? document)),
    authors: lazy(() => authorsIn(source, snippet, ports)),
    ...snippetOrigin(document, snippet),
  };
}

/** The current text of ranges of a document, with line numbers. */
export function snippetOf(document: TextDocument, ranges: readonly Range[]): Snippet {
  const parts = ranges
    .toSorted((a, b) => a.start.compareTo(b.start))
    .map((each) => rangeOf(each, document.getText(each)));
  const cell = cellOf(document)?.number;
  return {
    path: sharedPath(document.uri),
    ...(cell !== undefined && { cell }),
    languageId: document.languageId,
    isUnsaved: unsavedVersionOf(cellOf(document)?.notebook.uri ?? document.uri) !== undefined,
    isUntitled: document.isUntitled,
    ranges: joinRanges(parts, document.eol === EndOfLine.CRLF ? '\r\n' : '\n'),
  };
}

/**
 * Adds what Git knows of these lines: the commit that contains them, the links to it, and the link that opens them in
 * another person's editor.
 */
async function snippetInRepository(
  snippet: Snippet,
  source: DocumentText,
  { active, log }: RepositoryPorts,
): Promise<Snippet> {
  const { repositoryLines } = await import('../../../host/git/repositoryLines.ts');
  const lines = await repositoryLines(source, snippet.ranges, log);
  return lines === undefined ? snippet : withLines(snippet, lines, active);
}

async function authorsIn(source: DocumentText, { ranges }: Snippet, { active, log }: RepositoryPorts) {
  const { linesAuthors } = await import('../../../host/git/linesAuthors.ts');
  const own = async () => (await active.get())?.label;
  const written = ranges.filter(({ text }) => text.trim() !== '');
  return linesAuthors(source, written, { own, log });
}

/** Adds the commit of lines, and the links to them. */
export async function withLines(
  snippet: Snippet,
  lines: RepositoryLines,
  active: RepositoryPorts['active'],
): Promise<Snippet> {
  const isWanted = lines.place !== undefined && setting('message.editorLink');
  const page = isWanted ? await editorPage(active) : undefined;
  const editorLink = lines.place && page && editorLinkAddress(page, lines.place);
  const path = lines.wholePath ?? snippet.path;
  return { ...withCommit(snippet, lines.committed), path, ...(editorLink && { editorLink }) };
}

/** The page that opens editors, of the broker of the account or of the settings. `undefined` without a broker. */
export async function editorPage(active: RepositoryPorts['active']): Promise<string | undefined> {
  const brokerUrl = (await active.get())?.brokerUrl ?? configuredBroker();
  return brokerUrl && `${brokerUrl}/open`;
}

/** An invalid setting is reported at sign-in. */
function configuredBroker(): string | undefined {
  try {
    return setting('broker.url') === '' ? undefined : parseBrokerUrl(setting('broker.url'));
  } catch (error) {
    if (error instanceof BrokerUrlError) return undefined;
    throw error;
  }
}

/** Limits the size of a record. */
const maxOriginRanges = 50;

/** The position of these lines on disk; empty for a document without a file. */
function snippetOrigin({ uri }: TextDocument, { ranges }: Snippet): { readonly origin?: CodePlace } {
  if (uri.scheme !== 'file') return {};
  const lines = ranges.slice(0, maxOriginRanges).map(({ startLine, text }) => {
    const { lineCount, digest } = digestOfLines(text);
    return { startLine, endLine: startLine + lineCount - 1, digest };
  });
  return { origin: { path: uri.fsPath, line: ranges[0]?.startLine ?? 1, lines } };
}

function withCommit(snippet: Snippet, committed: RepositoryLines['committed']): Snippet {
  if (committed === undefined) return snippet;
  const { commit, linkTo } = committed;
  const ranges = snippet.ranges.map((range) => ({ ...range, link: linkTo(range) }));
  return { ...snippet, commit, link: linkTo(), ranges };
}

function rangeOf({ start, end }: Range, text: string): SnippetRange {
  // A selection that ends before the first character of a line does not include that line.
  const endLine = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return { startLine: start.line + 1, endLine, text };
}

/** Code to share, before git is asked. */
interface SnippetFacts {
  readonly snippet: Snippet;
  /** The snippet with what git knows of it. */
  readonly committed: () => Promise<Snippet>;
  readonly risks: () => Promise<readonly string[]>;
  readonly fileName: string;
  readonly origin?: CodePlace;
  readonly authors?: Shareable['authors'];
}

/**
 * Code under its path, lines and commit, or a file with the code.
 * @throws {EmptyShareError} for blank lines, before the user picks a room
 */
export function shareableSnippet(facts: SnippetFacts): Shareable {
  const { snippet, committed, risks, fileName, origin, authors } = facts;
  if (snippet.ranges.every(({ text }) => text.trim() === '')) throw new EmptyShareError();
  return shareableText({
    name: snippetName(snippet),
    ...(origin && { origin }),
    ...(authors && { authors }),
    render: (comment) => renderLines({ committed, risks }, comment),
    asFile: textAsFile(fileName, snippet.ranges.map((range) => range.text).join('\n')),
    fileText: async () => plainSnippetHeader(await committed()),
  });
}

/** Renders lines as the settings of messages say. */
export async function renderLines(
  { committed, risks }: Pick<SnippetFacts, 'committed' | 'risks'>,
  comment?: string,
): Promise<RenderedText> {
  const [lines, warnings] = await Promise.all([committed(), risks()]);
  const message = renderSnippetMessage(lines, { comment, maxBytes: setting('message.maxBytes') });
  const lineCount = lines.ranges.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0);
  const { commit } = lines;
  return { ...message, lineCount, commit, warnings: [...warnings, ...hiddenWarning(message.hiddenCharacters)] };
}

/** The name of a part of a file: "main.ts" and "3-7" become "main.3-7.ts". */
export function partName(path: string, part: string): string {
  const { name, ext } = parse(path);
  return `${name}.${part}${ext}`;
}
