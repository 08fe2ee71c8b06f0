import type { Message } from '../api/resources.ts';
import { fencedBlocks } from '../markdown/fencedBlocks.ts';
import { textLines } from '../markdown/textLines.ts';
import { codeBlocksOf, isPatchTag } from './codeBlocks.ts';
import { parseChangesHeading, parseSnippetHeader, type SnippetHeader } from './snippetHeader.ts';

/** Where a block says that it comes from. Somebody else wrote it: check before you believe. */
export interface BlockOrigin extends Pick<SnippetHeader, 'path' | 'commit' | 'state'> {
  /** 1-based, inclusive. */
  readonly startLine: number;
  /** 1-based, inclusive. */
  readonly endLine: number;
}

/** A code block of a message, with its origin where a header line of Roomside's stands above it. */
export interface SharedBlock {
  readonly language: string;
  readonly code: string;
  readonly origin?: BlockOrigin;
  /** Of a patch: the name of the folder of its repository, where Roomside's heading stands above it. Hostile, too. */
  readonly repository?: string;
}

/** The blocks of a message in their order: the header line's first range belongs to the first block below it, and so on. */
export function sharedBlocksOf(message: Message): SharedBlock[] {
  const blocks = codeBlocksOf(message);
  // Reading them twice costs less than two readings that disagree.
  const places = fencedBlocks(messageText(message));
  const lines = textLines(messageText(message));
  let header: SnippetHeader | undefined;
  let repository: string | undefined;
  let next = 0;
  let fromLine = 0;
  return blocks.map((block, index) => {
    const { firstLine = 0, lastLine = 0 } = places[index] ?? {};
    for (const { text } of lines.slice(fromLine, firstLine)) {
      repository = parseChangesHeading(text.trimEnd()) ?? repository;
      const found = parseSnippetHeader(text.trimEnd());
      if (found === undefined) continue;
      header = found;
      next = 0;
    }
    fromLine = lastLine + 1;
    const range = header?.ranges[next];
    next += 1;
    if (repository !== undefined && isPatchTag(block.language)) return { ...block, repository };
    return header === undefined || range === undefined ? block : { ...block, origin: originOf(header, range) };
  });
}

/** What a message says: its Markdown, or its text where there is none. */
export function messageText(message: Message): string {
  return message.markdown || (message.text ?? '');
}

function originOf({ path, commit, state }: SnippetHeader, range: SnippetHeader['ranges'][number]): BlockOrigin {
  return { path, state, ...range, ...(commit !== undefined && { commit }) };
}
