import type { MessageLines } from '../../../core/lines/messageLines.ts';
import type { ShareRecord } from '../../../core/outbox/shareRecord.ts';
import { placesOf } from '../../../core/snippet/codePlace.ts';

/**
 * The lines of files on this computer that were sent.
 * @param wordsOf the first words of a share that are no code, if its content is known
 */
export function linesOfShares(
  shares: readonly ShareRecord[],
  wordsOf: (id: string) => string,
): readonly MessageLines[] {
  return shares.flatMap(({ id, state, accountId, roomId, messageId = '', parentId, origin, createdMs }) => {
    if (state !== 'sent' || messageId === '') return [];
    const facts = { author: '', words: wordsOf(id), replyCount: 0 };
    const message = { ...facts, messageId, roomId, accountId, threadId: parentId ?? messageId, createdMs };
    return placesOf(origin).flatMap(({ path: file, commit, lines = [] }) =>
      lines.map(({ startLine, endLine, digest }) => ({
        message,
        place: { kind: 'own' as const, file, commit },
        range: { startLine, endLine },
        digest,
      })),
    );
  });
}
