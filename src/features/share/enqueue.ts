import { stat } from 'node:fs/promises';
import { l10n, window } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { ShareNotStoredError } from '../../core/outbox/errors.ts';
import { type NewShare, type NewSharedFile, type ShareTarget, targetOf } from '../../core/outbox/newShare.ts';
import type { QueuedShare } from '../../core/outbox/outbox.ts';
import type { FileCheck } from '../../core/secrets/secretScanner.ts';
import type { Services } from '../../host/services.ts';
import type { FileSource } from './fileSource.ts';
import { checkFiles, haveNoRisks, type OutgoingFiles, reviewFiles, reviewText } from './reviewSecrets.ts';
import type { RenderedText, TextDraft } from './sources/shareSource.ts';

export type SharePorts = Pick<
  Services,
  | 'active'
  | 'connection'
  | 'directory'
  | 'marks'
  | 'rooms'
  | 'emails'
  | 'errors'
  | 'outbox'
  | 'outcome'
  | 'preview'
  | 'drafts'
  | 'scanner'
  | 'clock'
  | 'log'
  | 'extensionUri'
>;

/**
 * Writes the record of a share before anything that takes time. If that fails, the user is asked whether to send
 * without a record. `undefined` if the user declines.
 */
async function enqueueShare({ outbox }: SharePorts, share: NewShare): Promise<QueuedShare | undefined> {
  try {
    return await outbox.enqueue(share);
  } catch (error) {
    if (!(error instanceof ShareNotStoredError)) throw error;
    return (await askToSendUnstored(share.name, error)) ? outbox.enqueue(share, { isMemoryOnly: true }) : undefined;
  }
}

async function askToSendUnstored(name: string, { code }: ShareNotStoredError): Promise<boolean> {
  const problem =
    code === 'ENOSPC'
      ? l10n.t('{0} was not sent. The disk is full, so no copy could be saved for retries.', name)
      : l10n.t('{0} was not sent. No copy could be saved for retries ({1}).', name, code);
  const sendAnyway = l10n.t('Send Anyway');
  return (await window.showWarningMessage(problem, sendAnyway)) === sendAnyway;
}

/** A text or URL with a record in the outbox. */
export interface QueuedContent {
  /** Sends it to another room, if the caller supports that. */
  readonly changeRoom?: () => Promise<void>;
  readonly room: Pick<Room, 'title'>;
  readonly name: string;
  readonly share: QueuedShare;
}

/** Writes the record of a text or a URL. `undefined` if that fails and the user declines to send without it. */
export async function enqueueContent(
  ports: SharePorts,
  room: ShareTarget,
  { name, origin }: Pick<NewShare, 'name' | 'origin'>,
  content: Exclude<NewShare['content'], { kind: 'file' }>,
): Promise<QueuedContent | undefined> {
  const share = await enqueueShare(ports, {
    room: targetOf(room),
    name,
    ...(origin && { origin }),
    content,
  });
  return share && { room, name, share };
}

/** The exact text of a message, with the secrets found in it. */
export interface SearchedText extends RenderedText {
  /** Possible secrets, one per line. */
  readonly risks: readonly string[];
}

interface OutgoingText {
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

/** A file to send: its record in the outbox, or the error that prevented it. */
export interface QueuedFile {
  readonly name: string;
  readonly byteLength: number;
  /** `undefined` if the user does not want to send it. */
  readonly share?: QueuedShare | undefined;
  readonly error?: unknown;
}

/** Files with records in the outbox, all of them written before the first is sent. */
export interface QueuedFiles {
  readonly room: ShareTarget;
  readonly files: readonly QueuedFile[];
}

/** Writes a record for each file. Never rejects: `sendFiles` reports the files that could not be queued. */
export async function enqueueFiles(
  ports: SharePorts,
  room: ShareTarget,
  files: readonly FileSource[],
  text: string | undefined,
): Promise<QueuedFiles> {
  const queued: QueuedFile[] = [];
  for (const file of files) queued.push(await enqueueFile(ports, room, file, text));
  return { room, files: queued };
}

/** Reviews the secrets, then writes the records. `undefined` if the user does not send the files. */
export async function enqueueReviewedFiles(
  ports: SharePorts,
  room: ShareTarget,
  outgoing: OutgoingFiles,
  checks: readonly FileCheck[] | undefined,
): Promise<QueuedFiles | undefined> {
  const reviewed = await reviewFiles(ports, outgoing, checks);
  return reviewed && enqueueFiles(ports, room, reviewed.files, reviewed.comment);
}

async function enqueueFile(
  ports: SharePorts,
  room: ShareTarget,
  file: FileSource,
  text: string | undefined,
): Promise<QueuedFile> {
  const { name, byteLength } = file;
  try {
    const content = { kind: 'file', file: await sharedFile(file), ...(text && { text }) } as const;
    const share = await enqueueShare(ports, { room: targetOf(room), name, content });
    return { name, byteLength: content.file.byteLength, share };
  } catch (error) {
    return { name, byteLength, error };
  }
}

/** The file with its current modification time: the outbox does not send a file that changed afterwards. */
async function sharedFile(file: FileSource): Promise<NewSharedFile> {
  const { name, mediaType, byteLength, open } = await file.open();
  const facts = { name, mediaType, byteLength };
  if (file.path !== undefined) {
    const { mtimeMs } = await stat(file.path);
    return { ...facts, source: { path: file.path, mtimeMs } };
  }
  const chunks: Uint8Array[] = [];
  // A chunk is valid only until the next one is requested.
  for await (const chunk of open()) chunks.push(Buffer.from(chunk));
  return { ...facts, source: { bytes: Buffer.concat(chunks) } };
}
