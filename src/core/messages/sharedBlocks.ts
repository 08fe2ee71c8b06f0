import type { Message } from '../api/resources.ts';
import { textLines } from '../base/text/textLines.ts';
import { editorLinkAddress, parseEditorLinkAddress } from '../git/editorLink.ts';
import { fencedBlocks } from '../markdown/fencedBlocks.ts';
import { parseChangesHeading, parseSnippetHeader, type SnippetHeader } from '../snippet/snippetHeader.ts';
import { codeBlocksOf, isPatchTag, messageText } from './codeBlocks.ts';

/** The origin that a header states. Another person wrote it: check it before use. */
export interface BlockOrigin extends Pick<SnippetHeader, 'path' | 'commit' | 'state'> {
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
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

/** The blocks of a message, in order. The first range of a header belongs to the first block below it, and so on. */
export function sharedBlocksOf(message: Message): SharedBlock[] {
  const blocks = codeBlocksOf(message);
  // Parsed a second time for the positions, with the same function, so that the results agree.
  const positions = fencedBlocks(messageText(message));
  const lines = textLines(messageText(message));
  let header: SnippetHeader | undefined;
  let repository: string | undefined;
  let next = 0;
  let fromLine = 0;
  return blocks.map((block, index) => {
    const { firstLine = 0, lastLine = 0 } = positions[index] ?? {};
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
    if (repository !== undefined && isPatchTag(block.language)) return { ...block, repository };
    const origin = header && originOf(header, at);
    return origin === undefined ? block : { ...block, origin };
  });
}

function originOf({ path, commit, state, ranges, editorLink }: SnippetHeader, at: number): BlockOrigin | undefined {
  const range = ranges[at];
  if (range === undefined) return undefined;
  const link = editorLink === undefined ? undefined : linkToRange(editorLink, at);
  return { path, state, ...range, ...(commit !== undefined && { commit }), ...(link && { editorLink: link }) };
}

/** The link with only the lines of one range. `undefined` for a link that cannot be opened. */
function linkToRange(address: string, at: number): string | undefined {
  const link = parseEditorLinkAddress(address);
  const range = link?.lines[at];
  const [page = ''] = address.split('#');
  return link && range && editorLinkAddress(page, { ...link, lines: [range] });
}
