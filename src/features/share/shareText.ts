import { env, l10n } from 'vscode';
import { utf8ByteLength } from '../../core/attachments/limits.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { ShareTarget } from '../../core/outbox/newShare.ts';
import type { TargetRoom } from '../../core/rooms/directPerson.ts';
import type { RoomMarks } from '../../core/rooms/roomMarks.ts';
import { type ConfirmView, confirmShare } from '../../host/ui/confirmShare.ts';
import { type AudiencePorts, describeAudience, isInternal, roomWarnings } from '../../host/ui/describeAudience.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { byteText } from '../../host/vscode/formats.ts';
import { settings } from '../../host/vscode/settings.ts';
import { chooseRoom } from './chooseRoom.ts';
import type { FileSource } from './fileSource.ts';
import { isTooLong, LatestText, type SearchedText } from './latestText.ts';
import {
  type CheckedFiles,
  checkComment,
  checkFiles,
  reviewText,
  searchText,
  secretWarnings,
} from './reviewSecrets.ts';
import { enqueueImages, enqueueReviewedFiles, imageCount, type QueuedFiles, sendFiles } from './sendFiles.ts';
import { enqueueContent, type QueuedContent, type SharePorts, sendContent } from './sendShare.ts';
import type { TextDraft } from './sources/shareSource.ts';

/** What the user chose to send, with the secrets found in it. */
type CheckedText =
  | { readonly kind: 'text'; readonly text: SearchedText; readonly images: CheckedFiles | undefined }
  | { readonly kind: 'file'; readonly text: CheckedFiles };

/** The record in the outbox; `undefined` if the user declined. */
type QueuedText =
  | { readonly kind: 'text'; readonly queued: QueuedContent | undefined }
  | { readonly kind: 'file'; readonly queued: QueuedFiles | undefined };

/** Picks a room, confirms the exact text, then sends it. Cancelling a step sends nothing; Back returns to the room. */
export async function shareText(ports: SharePorts, draft: TextDraft, argument: unknown): Promise<void> {
  const texts = new LatestText(ports, draft);
  for (let row = argument; ; row = undefined) {
    const room = await chooseRoom(ports, row, draft);
    if (room === undefined) return;
    const confirmed = (await enqueueRoutine(ports, texts, room)) ?? (await confirmText(ports, texts, room));
    if (confirmed === 'back') continue;
    if (confirmed?.kind === 'edit') await ports.drafts.create(room, { name: draft.name, text: confirmed.markdown });
    else if (confirmed?.kind === 'text') await sendContent(ports, confirmed.queued);
    else if (confirmed !== undefined) await sendFiles(ports, confirmed.queued);
    return;
  }
}

/** Sends a confirmed file after the review of its secrets. @returns as `sendFiles` */
export async function sendOneFile(ports: SharePorts, room: ShareTarget, file: FileSource): Promise<boolean> {
  const files = [file];
  const checked = await checkComment(ports, { files, comment: undefined }, await checkFiles(ports, files));
  return sendFiles(ports, await enqueueReviewedFiles(ports, room, checked));
}

/** A message from the composer. */
export interface MarkdownToSend {
  readonly name: string;
  readonly markdown: string;
  /** Lets the user choose another room, if its own no longer exists. */
  changeRoom(): Promise<void>;
}

/** Sends a confirmed text after the review of its secrets. @returns as `sendContent` */
export async function sendMarkdown(
  ports: SharePorts,
  room: ShareTarget,
  { name, markdown, changeRoom }: MarkdownToSend,
): Promise<boolean> {
  const secrets = await searchText(ports, markdown);
  const text = { markdown, risks: secrets ?? [], review: secrets ? { secrets } : {} };
  const queued = await enqueueMarkdown(ports, room, { name }, text);
  return sendContent(ports, queued && { ...queued, changeRoom });
}

/** The decision of the user. A record of what is sent already exists. */
type Decided = QueuedText | { readonly kind: 'edit'; readonly markdown: string } | 'back' | undefined;

/** The record of a text that needs no last step, see `isRoutine`. */
async function enqueueRoutine(ports: SharePorts, texts: LatestText, room: TargetRoom): Promise<QueuedText | undefined> {
  if (settings.shareConfirm.value !== 'whenNeeded' || texts.comment !== '') return undefined;
  const text = await texts.for('');
  if (isTooLong(text) || !(await isRoutine(ports, room, text))) return undefined;
  return enqueueText(ports, room, texts.draft, { kind: 'text', text, images: undefined });
}

async function confirmText(ports: SharePorts, texts: LatestText, room: TargetRoom): Promise<Decided> {
  try {
    return await askForText(ports, texts, room);
  } finally {
    await ports.preview.hide();
  }
}

async function askForText(ports: SharePorts, texts: LatestText, room: TargetRoom): Promise<Decided> {
  const { draft } = texts;
  let queued: QueuedText | undefined;
  let checked: CheckedText | undefined;
  const confirmed = await confirmShare({
    title: draft.title,
    comment: texts.comment,
    audience: (signal) => describeAudience(ports, room, signal),
    async view(comment) {
      const text = await texts.for(comment);
      const view = viewOf(draft, room, text);
      const showText = () => ports.preview.show({ to: displayTitle(room.title), ...view }, text.markdown);
      return { ...view, showText };
    },
    async store(choice, comment) {
      const text = await texts.for(comment);
      if (choice !== 'asFile' && isTooLong(text)) return false;
      const images = choice === 'send' ? text.images : undefined;
      checked =
        choice === 'asFile' ? await checkAsFile(ports, draft, comment || undefined) : { kind: 'text', text, images };
      if (checked.text.risks.length === 0 && !images?.risks.length)
        queued = await enqueueText(ports, room, draft, checked);
      return true;
    },
  });
  if (confirmed === undefined || confirmed.choice === 'back') return confirmed && 'back';
  const { choice, comment } = confirmed;
  if (choice !== 'edit' && choice !== 'copy') return queued ?? (checked && enqueueText(ports, room, draft, checked));
  const { markdown } = await texts.for(comment);
  if (choice === 'edit') return { kind: 'edit', markdown };
  await copyMessage(ports, draft.name, markdown);
  return undefined;
}

async function checkAsFile(ports: SharePorts, draft: TextDraft, comment: string | undefined): Promise<CheckedText> {
  const files = [...(draft.asFile === undefined ? [] : [draft.asFile]), ...(draft.images ?? [])];
  return { kind: 'file', text: await checkComment(ports, { files, comment }, await checkFiles(ports, files)) };
}

function viewOf(draft: TextDraft, room: TargetRoom, text: SearchedText): ConfirmView {
  const { markdown, warnings, lineCount } = text;
  const size = byteText(utf8ByteLength(markdown));
  const lines = lineCount === 1 ? l10n.t('1 line') : l10n.t('{0} lines', lineCount);
  const limit = l10n.t('{0} (limit: {1})', size, byteText(settings.maxMessageBytes.value));
  const images = text.images?.files ?? [];
  const sends = isTooLong(text) ? limit : size;
  const beginning = markdown.slice(0, 200).replace(/\s+/g, ' ');
  return {
    facts: [lines, sends, ...(images.length === 0 ? [] : [imageFacts(images)])].join(' · '),
    excerpt: [images.map(({ name }) => displayTitle(name)).join(', '), beginning].filter(Boolean).join(' — '),
    warnings: [...roomWarnings(room), ...warnings],
    others: [
      ...(images.length > 0 && !isTooLong(text) ? (['textOnly'] as const) : []),
      ...(room.toPerson ? [] : (['edit'] as const)),
      ...(draft.asFile ? (['asFile'] as const) : []),
      'copy',
    ],
    hasImages: images.length > 0,
    ...(!isTooLong(text) && { send: l10n.t('Send to {0}', displayTitle(room.title)) }),
  };
}

function imageFacts(images: readonly FileSource[]): string {
  const total = images.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return l10n.t('{0} ({1})', imageCount(images.length), byteText(total));
}

/** Reviews the secrets, if there are any, then writes the record. */
async function enqueueText(
  ports: SharePorts,
  room: TargetRoom,
  draft: TextDraft,
  checked: CheckedText,
): Promise<QueuedText> {
  if (checked.kind === 'file') return { kind: 'file', queued: await enqueueReviewedFiles(ports, room, checked.text) };
  const { text, images } = checked;
  const risks = [...text.risks, ...(images?.risks ?? [])];
  const canMask = !images?.risks.length;
  const queued = await enqueueMarkdown(ports, room, draft, { ...text, risks, canMask });
  if (queued === undefined || images === undefined) return { kind: 'text', queued };
  const first = { ...queued, byteLength: utf8ByteLength(text.markdown) };
  return { kind: 'file', queued: await enqueueImages(ports, room, first, images.files) };
}

interface TextToReview extends Pick<SearchedText, 'markdown' | 'risks' | 'review'> {
  readonly canMask?: boolean;
}

/** Reviews the secrets of a text, then writes its record. `undefined` if the user declines. */
async function enqueueMarkdown(
  ports: SharePorts,
  room: ShareTarget,
  { name, origin }: Pick<TextDraft, 'name' | 'origin'>,
  { markdown, risks, review, canMask = true }: TextToReview,
): Promise<QueuedContent | undefined> {
  const reviewed = await reviewText(ports, markdown, { name, risks, canMask });
  if (reviewed === undefined) return undefined;
  // A search of a masked text finds nothing.
  const kept = reviewed === markdown ? review : { ...review, secrets: [] };
  const share = { name, ...(origin && { origin }), review: kept };
  return enqueueContent(ports, room, share, { kind: 'text', markdown: reviewed });
}

const maxRoutineLines = 100;

/** The user waits for the list of the people in the room. */
const maxAudienceWaitMs = 3000;

/**
 * Whether a text may be sent without the last step: the user has shared to the room from here before, everyone in it is from
 * the same domain, the text is short, mentions not everyone, and there is nothing to warn about. What is not known counts
 * as a reason to ask.
 */
async function isRoutine(
  ports: AudiencePorts & { readonly marks: Pick<RoomMarks, 'record'> },
  room: TargetRoom,
  { markdown, lineCount, warnings, images }: SearchedText,
): Promise<boolean> {
  // In code, too: services may read a mention there.
  if (images !== undefined || markdown.includes('<@all>')) return false;
  if (lineCount > maxRoutineLines || warnings.length > 0 || roomWarnings(room).length > 0) return false;
  if (!ports.marks.record.recent.includes(room.id)) return false;
  return isInternal(ports, room, AbortSignal.timeout(maxAudienceWaitMs));
}

/** Copies the exact text that would be sent. Needs no sign-in. */
export async function copyMessage(ports: SharePorts, name: string, markdown: string): Promise<void> {
  const risks = await secretWarnings(ports, markdown);
  const reviewed = await reviewText(ports, markdown, { name, risks, action: 'copy' });
  if (reviewed === undefined) return;
  await env.clipboard.writeText(reviewed);
  showSuccess(l10n.t('Copied as message'));
}
