import { stat } from 'node:fs/promises';
import { l10n } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { isCancelled } from '../../core/base/errors.ts';
import type { CarriedShare } from '../../core/outbox/carryShare.ts';
import type { NewSharedFile } from '../../core/outbox/newShare.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { byteText } from '../../host/byteText.ts';
import { type Report, withLateProgress } from '../../host/cancellableProgress.ts';
import { showNotice, showSuccess } from '../../host/statusMessage.ts';
import type { FileSource } from './fileSource.ts';
import { keepShare } from './keepShare.ts';
import type { SharePorts } from './ports.ts';

/**
 * Sends files, one message each, one after the other, with progress in bytes and Cancel.
 * Every file has its own result: one that fails does not keep the others.
 * @returns whether all are in the room or on their way there
 */
export async function sendFiles(
  ports: SharePorts,
  room: Pick<Room, 'id' | 'title'>,
  files: readonly FileSource[],
  text: string | undefined,
): Promise<boolean> {
  const title = displayTitle(room.title);
  const [first] = files;
  const what = files.length === 1 ? (first?.name ?? '') : l10n.t('{0} files', files.length);
  const ended: (CarriedShare | undefined)[] = [];
  const isCancelledByUser = await withLateProgress(
    l10n.t('Sharing {0} to {1}', what, title),
    async (signal, report) => {
      for (const [index, file] of files.entries()) {
        try {
          const count = files.length > 1 ? l10n.t('{0} of {1}: {2}', index + 1, files.length, file.name) : '';
          ended.push(await sendFile(ports, { room, file, text, signal, report: prefixed(report, count) }));
        } catch (error) {
          if (isCancelled(error)) return true;
          void ports.failures.show(error, { act: l10n.t('{0} was not shared to “{1}”.', file.name, title) });
        }
      }
      return false;
    },
  );
  const sent = ended.filter((carried) => carried?.record?.state === 'sent');
  if (isCancelledByUser) showNotice(l10n.t('Cancelled: {0} of {1} shared to {2}', sent.length, files.length, title));
  else if (sent.length === files.length && sent.length > 1) showSuccess(l10n.t('Shared {0} to {1}', what, title));
  for (const carried of ended) {
    // The good news of several files are told once.
    const isTold = sent.includes(carried) && (sent.length > 1 || isCancelledByUser);
    if (carried !== undefined && !isTold) ports.outcome.tell(carried);
  }
  const underWay = ended.filter((carried) => carried !== undefined && carried.record?.state !== 'failed');
  return underWay.length === files.length;
}

interface FileSend {
  readonly room: Pick<Room, 'id' | 'title'>;
  readonly file: FileSource;
  readonly text: string | undefined;
  readonly signal: AbortSignal;
  readonly report: Report;
}

async function sendFile(
  ports: SharePorts,
  { room, file, text, signal, report }: FileSend,
): Promise<CarriedShare | undefined> {
  const shared = await sharedFile(file);
  const total = byteText(shared.byteLength);
  report(l10n.t('{0} of {1}', byteText(0), total), 0);
  const onProgress = (sentBytes: number, totalBytes: number): void => {
    report(l10n.t('{0} of {1}', byteText(sentBytes), total), totalBytes === 0 ? 1 : sentBytes / totalBytes);
  };
  const onStep = (step: string): void => {
    if (step === 'checking') report(l10n.t('looking whether it arrived'));
  };
  const content = { kind: 'file', file: shared, ...(text && { text }) } as const;
  const share = { room: { id: room.id, title: room.title }, name: file.name, content };
  return keepShare(ports, share, { signal, onProgress, onStep });
}

/** As it is now: one that changes before it is sent is not sent. */
async function sharedFile(file: FileSource): Promise<NewSharedFile> {
  const { name, mediaType, byteLength, open } = await file.open();
  const facts = { name, mediaType, byteLength };
  if (file.path !== undefined) {
    const { mtimeMs } = await stat(file.path);
    return { ...facts, source: { path: file.path, mtimeMs } };
  }
  const chunks: Uint8Array[] = [];
  // A chunk is good only until the next one is asked for.
  for await (const chunk of open()) chunks.push(Buffer.from(chunk));
  return { ...facts, source: { bytes: Buffer.concat(chunks) } };
}

function prefixed(report: Report, prefix: string): Report {
  return prefix === '' ? report : (message, fraction) => report(`${prefix}, ${message}`, fraction);
}
