import { stat } from 'node:fs/promises';
import { l10n } from 'vscode';
import { isCancelled } from '../../core/base/errors.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { DeliveryResult } from '../../core/outbox/delivery.ts';
import { type NewSharedFile, type ShareTarget, targetOf } from '../../core/outbox/newShare.ts';
import type { QueuedShare } from '../../core/outbox/outbox.ts';
import { type ReportProgress, withLateProgress } from '../../host/ui/cancellableProgress.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import { byteText } from '../../host/vscode/formats.ts';
import { contentOf, type FileSource } from './fileSource.ts';
import { type CheckedFiles, type OutgoingFiles, reviewFiles } from './reviewSecrets.ts';
import { enqueueShare, type SharePorts } from './sendShare.ts';

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
  /** What they are together, if the first is a text. */
  readonly name?: string;
  readonly files: readonly QueuedFile[];
}

/**
 * Writes a record for each file. The comment is sent once, with the first that is queued. Never rejects: `sendFiles` reports
 * the files that could not be queued.
 */
async function enqueueFiles(
  ports: SharePorts,
  room: ShareTarget,
  { files, comment }: OutgoingFiles,
): Promise<QueuedFiles> {
  const queued: QueuedFile[] = [];
  for (const file of files) {
    const text = queued.some(({ share }) => share !== undefined) ? undefined : comment;
    queued.push(await enqueueFile(ports, room, file, text));
  }
  return { room, files: queued };
}

/** Reviews the secrets, then writes the records. `undefined` if the user does not send the files. */
export async function enqueueReviewedFiles(
  ports: SharePorts,
  room: ShareTarget,
  checked: CheckedFiles,
): Promise<QueuedFiles | undefined> {
  const reviewed = await reviewFiles(ports, checked);
  return reviewed && enqueueFiles(ports, room, reviewed);
}

/** Writes a record for each image of a text. The text is sent first, and has one outcome with them. */
export async function enqueueImages(
  ports: SharePorts,
  room: ShareTarget,
  { name, share, byteLength }: Pick<QueuedFile, 'name' | 'share' | 'byteLength'>,
  images: readonly FileSource[],
): Promise<QueuedFiles> {
  const { files } = await enqueueFiles(ports, room, { files: images, comment: undefined });
  const together = l10n.t('{0} and {1}', name, imageCount(images.length));
  return { room, name: together, files: [{ name, byteLength, share }, ...files] };
}

export function imageCount(count: number): string {
  return count === 1 ? l10n.t('1 image') : l10n.t('{0} images', count);
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
  const part = await file.open();
  const { name, mediaType, byteLength } = part;
  const facts = { name, mediaType, byteLength };
  if (file.path !== undefined) {
    const { mtimeMs } = await stat(file.path);
    return { ...facts, source: { path: file.path, mtimeMs } };
  }
  return { ...facts, source: { bytes: await contentOf(part) } };
}

/**
 * Sends queued files in order, one message each, with progress in bytes and Cancel. Continues after a failure.
 * @returns whether all files are sent or queued
 */
export async function sendFiles(ports: SharePorts, queued: QueuedFiles | undefined): Promise<boolean> {
  if (queued === undefined) return false;
  const { room, files, name } = queued;
  const title = displayTitle(room.title);
  const what = name ?? (files.length === 1 ? (files[0]?.name ?? '') : l10n.t('{0} files', files.length));
  const results: (DeliveryResult | undefined)[] = [];
  const isCancelledByUser = await withLateProgress(
    l10n.t('Sharing {0} to {1}', what, title),
    async (signal, report) => {
      for (const [index, file] of files.entries()) {
        try {
          const count = files.length > 1 ? l10n.t('{0} of {1}: {2}', index + 1, files.length, file.name) : '';
          results.push(await sendFile(file, signal, prefixed(report, count)));
        } catch (error) {
          if (isCancelled(error)) return true;
          void ports.errors.report(error, { context: l10n.t("Couldn't share {0} to “{1}”.", file.name, title) });
        }
      }
      return false;
    },
  );
  for (const { share } of files) await share?.discard();
  const sent = results.filter((result) => result?.record?.state === 'sent');
  const arrived = sent.flatMap((result) => result?.record ?? []);
  const cancelled = l10n.t('Canceled. {0} of {1} shared to {2}', sent.length, files.length, title);
  if (isCancelledByUser && arrived.length === 0) showNotice(cancelled);
  else if (isCancelledByUser) ports.outcome.showSent(cancelled, arrived);
  else if (sent.length > 1) ports.outcome.showSent(sharedText(queued, what, sent.length), arrived);
  for (const result of results) {
    // Several successes share one notification.
    const isReported = sent.includes(result) && (sent.length > 1 || isCancelledByUser);
    if (result !== undefined && !isReported) ports.outcome.show(result);
  }
  const sentOrQueued = results.filter((result) => result?.record !== undefined && result.record.state !== 'failed');
  return sentOrQueued.length === files.length;
}

async function sendFile(
  file: QueuedFile,
  signal: AbortSignal,
  report: ReportProgress,
): Promise<DeliveryResult | undefined> {
  if (file.error !== undefined) throw file.error;
  const total = byteText(file.byteLength);
  report(l10n.t('{0} of {1}', byteText(0), total), 0);
  const onProgress = (sentBytes: number, totalBytes: number): void => {
    report(l10n.t('{0} of {1}', byteText(sentBytes), total), totalBytes === 0 ? 1 : sentBytes / totalBytes);
  };
  const onStep = (step: string): void => {
    if (step === 'checking') report(l10n.t('checking whether it arrived'));
  };
  return file.share?.deliver({ signal, onProgress, onStep });
}

function sharedText({ room, files, name }: QueuedFiles, what: string, sentCount: number): string {
  const title = displayTitle(room.title);
  if (sentCount === files.length) return l10n.t('Shared {0} to {1}', what, title);
  return name === undefined
    ? l10n.t('Shared {0} of {1} files to {2}', sentCount, files.length, title)
    : l10n.t('Shared {0} of {1} messages to {2}', sentCount, files.length, title);
}

function prefixed(report: ReportProgress, prefix: string): ReportProgress {
  return prefix === '' ? report : (message, fraction) => report(`${prefix}, ${message}`, fraction);
}
