import type { Room } from '../../core/api/resources.ts';
import { type KeptFiles, keepFiles, keepReviewedFiles } from './keepFiles.ts';
import { checkFiles, haveNoRisks, reviewText } from './reviewSecrets.ts';
import { type KeptContent, keepContent } from './sendContent.ts';
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
export type KeptText =
  | { readonly kind: 'text'; readonly kept: KeptContent | undefined }
  | { readonly kind: 'file'; readonly kept: KeptFiles | undefined };

/** Writes the record of a text, or of the file in its place. `undefined` if the user has to review secrets first. */
export async function keepIfNoRisks(
  ports: SharePorts,
  room: Room,
  { draft, text, comment }: OutgoingText,
  choice: 'send' | 'asFile',
): Promise<KeptText | undefined> {
  if (choice === 'send') {
    return text.risks.length > 0 ? undefined : { kind: 'text', kept: await keepMarkdown(ports, room, draft, text) };
  }
  const files = draft.asFile === undefined ? [] : [draft.asFile];
  const hasNoRisks = await haveNoRisks(ports, { files, comment }, await checkFiles(ports, files));
  return hasNoRisks ? { kind: 'file', kept: await keepFiles(ports, room, files, comment) } : undefined;
}

/** Reviews the secrets with the user, then writes the record. */
export async function keepReviewedText(
  ports: SharePorts,
  room: Room,
  { draft, text, comment }: OutgoingText,
  choice: 'send' | 'asFile',
): Promise<KeptText> {
  if (choice === 'send') return { kind: 'text', kept: await keepMarkdown(ports, room, draft, text) };
  const files = draft.asFile === undefined ? [] : [draft.asFile];
  return {
    kind: 'file',
    kept: await keepReviewedFiles(ports, room, { files, comment }, await checkFiles(ports, files)),
  };
}

/** Reviews the secrets of a text, then writes its record. `undefined` if the user declines. */
export async function keepMarkdown(
  ports: SharePorts,
  room: Pick<Room, 'id' | 'title'>,
  share: Pick<TextDraft, 'name' | 'origin'>,
  { markdown, risks }: Pick<SearchedText, 'markdown' | 'risks'>,
): Promise<KeptContent | undefined> {
  const reviewed = await reviewText(ports, markdown, { name: share.name, risks });
  return reviewed === undefined ? undefined : keepContent(ports, room, share, { kind: 'text', markdown: reviewed });
}
