import type { Room } from '../../core/api/resources.ts';
import { type KeptFiles, keepFiles, keepReviewedFiles } from './keepFiles.ts';
import { checkFiles, haveNoRisks, reviewText } from './reviewSecrets.ts';
import { type KeptContent, keepContent } from './sendContent.ts';
import type { SharePorts } from './sharePorts.ts';
import type { RenderedText, TextDraft } from './sources/shareSource.ts';

/** The exact text of a message, searched for secrets. */
export interface SearchedText extends RenderedText {
  /** What in it looks like a secret, in a line each. */
  readonly risks: readonly string[];
}

/** What the user confirms. */
export interface OutgoingText {
  readonly draft: TextDraft;
  readonly text: SearchedText;
  readonly comment: string | undefined;
}

/** What was written down to be sent; nothing where the user did not want it in the end. */
export type KeptText =
  | { readonly kind: 'text'; readonly kept: KeptContent | undefined }
  | { readonly kind: 'file'; readonly kept: KeptFiles | undefined };

/** Writes a text down, or the file in its place. `undefined` when the user has to be asked about secrets before. */
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

/** The same once the user was asked. */
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

/** Writes a text down once its secrets were asked about. `undefined` when it is to stay. */
export async function keepMarkdown(
  ports: SharePorts,
  room: Pick<Room, 'id' | 'title'>,
  share: Pick<TextDraft, 'name' | 'origin'>,
  { markdown, risks }: Pick<SearchedText, 'markdown' | 'risks'>,
): Promise<KeptContent | undefined> {
  const reviewed = await reviewText(ports, markdown, { name: share.name, risks });
  return reviewed === undefined ? undefined : keepContent(ports, room, share, { kind: 'text', markdown: reviewed });
}
