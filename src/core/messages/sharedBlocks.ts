import type { Message } from '../api/resources.ts';
import { defined } from '../base/json.ts';
import { textLines } from '../base/text/textLines.ts';
import { editorLinkAddress, parseEditorLinkAddress } from '../git/editorLink.ts';
import type { LineRange } from '../git/lineMap.ts';
import { fencedBlocks } from '../markdown/fencedBlocks.ts';
import { parseChangesHeading, parseSnippetHeader, type SnippetHeader, shownPath } from '../snippet/snippetHeader.ts';
import { messageText } from './messageText.ts';

/** The origin that a header states. Another person wrote it: check it before use. */
export interface BlockOrigin
  extends Pick<SnippetHeader, 'path' | 'cell' | 'commit' | 'commitLink' | 'isUntitled' | 'isUnsaved'>,
    LineRange {
  /** The address of a page that opens these lines in an editor. */
  readonly editorLink?: string;
}

/** A code block of a message, with its origin if a header line of Roomside is above it. */
export interface SharedBlock {
  readonly language: string;
  readonly code: string;
  readonly origin?: BlockOrigin;
  /** For a patch: the folder name of its repository, if a heading of Roomside is above it. Not trusted. */
  readonly repository?: string;
}

/**
 * The fenced code blocks of a message, in order. They are read from `markdown`, or from `text` if the service returned
 * no Markdown, because clients often put the fences there too (both fields are optional [A9]). The first range of a header
 * belongs to the first block below it, and so on.
 */
export function sharedBlocksOf(message: Message): SharedBlock[] {
  const text = messageText(message);
  const lines = textLines(text);
  let header: SnippetHeader | undefined;
  let repository: string | undefined;
  let next = 0;
  let fromLine = 0;
  return fencedBlocks(text).map(({ language, code, firstLine, lastLine }) => {
    const block = { language, code: exactCode(language, code) };
    for (const { text } of lines.slice(fromLine, firstLine)) {
      repository = parseChangesHeading(text.trimEnd()) ?? repository;
      const found = parseSnippetHeader(text.trimEnd());
      if (found === undefined) continue;
      header = found;
      next = 0;
    }
    fromLine = lastLine + 1;
    const at = next;
    next += 1;
    if (repository !== undefined && isPatchTag(language)) return { ...block, repository };
    const origin = header && originOf(header, at);
    return origin === undefined ? block : { ...block, origin };
  });
}

function originOf(
  { path, cell, commit, commitLink, isUntitled, isUnsaved, ranges, editorLink }: SnippetHeader,
  at: number,
): BlockOrigin | undefined {
  const range = ranges[at];
  if (range === undefined) return undefined;
  const link = editorLink === undefined ? undefined : linkToRange(editorLink, path, at);
  return {
    path,
    isUntitled,
    ...range,
    ...defined({ cell, commit, commitLink, isUnsaved }),
    ...(link && { editorLink: link }),
  };
}

/**
 * The link with only the lines of one range. `undefined` for a link that cannot be opened, or that names another file than
 * the header.
 */
function linkToRange(address: string, path: string, at: number): string | undefined {
  // Whether this machine can have such a file is checked when the link is opened.
  const link = parseEditorLinkAddress(address, '/');
  const range = link?.lines[at];
  if (link === undefined || range === undefined || !isSameFile(path, shownPath(link.path))) return undefined;
  const [page = ''] = address.split('#');
  return editorLinkAddress(page, { ...link, lines: [range] });
}

/**
 * Whether a path in a workspace and one in a repository can be of one file: either may begin further up, and the first may
 * begin with the name of a workspace folder.
 */
function isSameFile(inWorkspace: string, inRepository: string): boolean {
  const below = inWorkspace.slice(inWorkspace.indexOf('/') + 1);
  return `/${inWorkspace}`.endsWith(`/${inRepository}`) || `/${inRepository}`.endsWith(`/${below}`);
}

/** Whether code with this language tag is a patch. */
export function isPatchTag(language: string): boolean {
  return /^(?:diff|patch)$/i.test(language);
}

/** Patches keep their last line break, byte for byte as git wrote them; other code has none. */
function exactCode(language: string, code: string): string {
  if (isPatchTag(language)) return withFinalNewline(code);
  // The CR of a CRLF whose LF belongs to the closing fence.
  return code.endsWith('\r') ? code.slice(0, -1) : code;
}

/** Restores the line break that the closing fence took: git rejects a patch whose last line ends differently. */
function withFinalNewline(patch: string): string {
  if (patch === '') return patch;
  // If all lines end with CRLF, the message changed them: git ends the headers of a patch with LF.
  const isAllCrlf = patch.includes('\r\n') && !/(?<!\r)\n/.test(patch);
  return patch + (isAllCrlf && !patch.endsWith('\r') ? '\r\n' : '\n');
}
