import { Uri } from 'vscode';
import { textLines } from '../../../core/base/text/textLines.ts';
import { toServiceMarkdown } from '../../../core/markdown/toServiceMarkdown.ts';
import type { TextReview } from '../../../core/outbox/newShare.ts';
import type { ShareRecord } from '../../../core/outbox/shareRecord.ts';
import { findHiddenCharacters } from '../../../core/snippet/hiddenCharacters.ts';
import { documentRisks } from './documentRisks.ts';
import { codeWarnings, type TextDraft } from './shareSource.ts';

/** The share that is sent again. */
export interface SharedBefore {
  readonly record: ShareRecord;
  readonly title: string;
  readonly sameRoomId: string;
  /** What the user should know before sending. */
  readonly warnings: readonly string[];
}

interface SentText {
  readonly markdown: string;
  /** What the user has already been asked about this text. */
  readonly review?: TextReview;
}

/** A message as it was sent. A new comment comes before it, as in the first share, and makes it a new text. */
export function sentTextDraft(
  { record, title, sameRoomId, warnings }: SharedBefore,
  { markdown, review }: SentText,
): TextDraft {
  const { name, origin } = record;
  const ownWarnings = review?.warnings ?? warningsOf(record, markdown);
  return {
    ...{ kind: 'text', title, name, ...(origin && { origin }), sameRoomId },
    async render(comment) {
      const text = comment === undefined ? markdown : `${toServiceMarkdown(comment)}\n\n${markdown}`;
      return {
        markdown: text,
        lineCount: textLines(text).length,
        warnings: [...warnings, ...(await ownWarnings)],
        ...(comment === undefined && review?.secrets && { secrets: review.secrets }),
      };
    },
  };
}

async function warningsOf({ origin }: ShareRecord, markdown: string): Promise<readonly string[]> {
  const risks = origin === undefined ? [] : await documentRisks({ uri: Uri.file(origin.path) });
  return [...risks, ...codeWarnings({ hiddenCharacters: findHiddenCharacters(markdown), needsLongFence: false })];
}
