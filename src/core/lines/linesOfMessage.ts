import type { Message } from '../api/resources.ts';
import { timeMs } from '../base/clock.ts';
import { digestOfLines } from '../base/text/lineDigests.ts';
import { parseEditorLinkAddress } from '../git/editorLink.ts';
import { messageText } from '../messages/messageText.ts';
import { isPatchTag, type SharedBlock } from '../messages/sharedBlocks.ts';
import type { LinesPlace, MessageLines, SharingMessage } from './messageLines.ts';
import type { MessagePlace } from './messagePlaces.ts';
import { firstWords } from './prose.ts';

/** What a message does not say of itself. */
export type ReadFacts = Pick<SharingMessage, 'accountId' | 'author' | 'replyCount' | 'isDone'>;

const maxLines = 2_000;
const maxBlocks = 50;

/**
 * The lines that a message shares under headers of Roomside, and those that it names.
 * @param blocks those of `sharedBlocksOf`
 * @param places those of `placesOfMessage`
 */
export function linesOfMessage(
  message: Message,
  { blocks, places }: { readonly blocks: readonly SharedBlock[]; readonly places: readonly MessagePlace[] },
  facts: ReadFacts,
): readonly MessageLines[] {
  const shared = blocks.slice(0, maxBlocks).flatMap(({ code, language, origin }) => {
    if (origin === undefined || origin.isUntitled || isPatchTag(language)) return [];
    const { lineCount, digest } = digestOfLines(code);
    if (lineCount > maxLines || code.trim() === '') return [];
    const range = { startLine: origin.startLine, endLine: origin.startLine + lineCount - 1 };
    return [{ range, digest, place: placeOf(origin) }];
  });
  const named = places.map(({ path, range, link }) => {
    const repository = link && { remote: link.remote, path };
    return { range, place: { kind: 'stated' as const, path, commit: link?.commit, repository, isNamed: true } };
  });
  const found = [...shared, ...named];
  if (found.length === 0) return [];
  const { id, roomId, created, parentId = id } = message;
  const words = firstWords(messageText(message));
  const isEdited = message.updated !== undefined && message.updated !== created && { isEdited: true };
  const about = { messageId: id, roomId, threadId: parentId, createdMs: timeMs(created), words, ...isEdited };
  const sharing = { ...about, ...facts };
  return found.map((lines) => ({ ...lines, message: sharing }));
}

function placeOf({ path, commit, editorLink }: NonNullable<SharedBlock['origin']>): LinesPlace {
  const link = editorLink === undefined ? undefined : parseEditorLinkAddress(editorLink, '/');
  return { kind: 'stated', path, commit, repository: link && { remote: link.remote, path: link.path } };
}
