import type { Message } from '../api/resources.ts';
import { timeMs } from '../base/clock.ts';
import { digestOfLines } from '../base/text/lineDigests.ts';
import { parseEditorLinkAddress } from '../git/editorLink.ts';
import { messageText } from '../messages/messageText.ts';
import { isPatchTag, type SharedBlock } from '../messages/sharedBlocks.ts';
import { firstWords } from './firstWords.ts';
import type { LinesPlace, MessageLines, SharingMessage } from './messageLines.ts';

/** What a message does not say of itself. */
export type ReadFacts = Pick<SharingMessage, 'accountId' | 'author' | 'replyCount'>;

const maxLines = 2_000;
const maxBlocks = 50;

/** The lines that a message shares under headers of Roomside. @param blocks those of `sharedBlocksOf` */
export function linesOfMessage(
  message: Message,
  blocks: readonly SharedBlock[],
  facts: ReadFacts,
): readonly MessageLines[] {
  const found = blocks.slice(0, maxBlocks).flatMap(({ code, language, origin }) => {
    if (origin === undefined || origin.isUntitled || isPatchTag(language)) return [];
    const { lineCount, digest } = digestOfLines(code);
    if (lineCount > maxLines || code.trim() === '') return [];
    const range = { startLine: origin.startLine, endLine: origin.startLine + lineCount - 1 };
    return [{ range, digest, place: placeOf(origin) }];
  });
  if (found.length === 0) return [];
  const { id, roomId, created, parentId = id } = message;
  const words = firstWords(messageText(message));
  const sharing = { messageId: id, roomId, threadId: parentId, createdMs: timeMs(created), words, ...facts };
  return found.map((lines) => ({ ...lines, message: sharing }));
}

function placeOf({ path, commit, editorLink }: NonNullable<SharedBlock['origin']>): LinesPlace {
  const link = editorLink === undefined ? undefined : parseEditorLinkAddress(editorLink, '/');
  return { kind: 'stated', path, commit, repository: link && { remote: link.remote, path: link.path } };
}
