import type { Room } from '../../core/api/resources.ts';
import type { ShareTarget } from '../../core/outbox/newShare.ts';
import { enqueueFiles, enqueueReviewedFiles, type QueuedFiles } from './enqueueFiles.ts';
import { checkFiles, haveNoRisks, reviewText } from './reviewSecrets.ts';
import { enqueueContent, type QueuedContent } from './sendContent.ts';
import type { SharePorts } from './sharePorts.ts';
import type { RenderedText, TextDraft } from './sources/shareSource.ts';

/** The exact text of a message, with the secrets found in it. */
export interface SearchedText extends RenderedText {
  /** Possible secrets, one per line. */
  readonly risks: readonly string[];
}

export interface OutgoingText {
  readonly draft: TextDraft;
  readonly text: SearchedText;
  readonly comment: string | undefined;
}

/** The record in the outbox; `undefined` if the user declined. */
export type QueuedText =
  | { readonly kind: 'text'; readonly queued: QueuedContent | undefined }
  | { readonly kind: 'file'; readonly queued: QueuedFiles | undefined };

/** Writes the record of a text, or of the file in its place. `undefined` if the user has to review secrets first. */
export async function enqueueIfNoRisks(
  ports: SharePorts,
  room: Room,
  { draft, text, comment }: OutgoingText,
  choice: 'send' | 'asFile',
): Promise<QueuedText | undefined> {
  if (choice === 'send') {
    return text.risks.length > 0
      ? undefined
      : { kind: 'text', queued: await enqueueMarkdown(ports, room, draft, text) };
  }
  const files = draft.asFile === undefined ? [] : [draft.asFile];
  const hasNoRisks = await haveNoRisks(ports, { files, comment }, await checkFiles(ports, files));
  return hasNoRisks ? { kind: 'file', queued: await enqueueFiles(ports, room, files, comment) } : undefined;
}

/** Reviews the secrets with the user, then writes the record. */
export async function enqueueReviewedText(
  ports: SharePorts,
  room: Room,
  { draft, text, comment }: OutgoingText,
  choice: 'send' | 'asFile',
): Promise<QueuedText> {
  if (choice === 'send') return { kind: 'text', queued: await enqueueMarkdown(ports, room, draft, text) };
  const files = draft.asFile === undefined ? [] : [draft.asFile];
  return {
    kind: 'file',
    queued: await enqueueReviewedFiles(ports, room, { files, comment }, await checkFiles(ports, files)),
  };
}

/** Reviews the secrets of a text, then writes its record. `undefined` if the user declines. */
export async function enqueueMarkdown(
  ports: SharePorts,
  room: ShareTarget,
  share: Pick<TextDraft, 'name' | 'origin'>,
  { markdown, risks }: Pick<SearchedText, 'markdown' | 'risks'>,
): Promise<QueuedContent | undefined> {
  const reviewed = await reviewText(ports, markdown, { name: share.name, risks });
  return reviewed === undefined ? undefined : enqueueContent(ports, room, share, { kind: 'text', markdown: reviewed });
}
