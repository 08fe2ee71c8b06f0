import { l10n } from 'vscode';
import type { Room } from '../../core/api/resources.ts';
import { isCancelled } from '../../core/base/errors.ts';
import { displayTitle } from '../../core/rooms/displayTitle.ts';
import { byteText } from '../../host/byteText.ts';
import { type Report, withCancellableProgress } from '../../host/cancellableProgress.ts';
import { showNotice, showSuccess } from '../../host/statusMessage.ts';
import { failedShare } from './failedShare.ts';
import type { FileSource } from './fileSource.ts';
import type { SharePorts } from './ports.ts';

/**
 * Sends files, one message each, one after the other, with progress in bytes and Cancel.
 * Every file has its own result: one that fails does not keep the others, and only what failed is tried again.
 */
export async function sendFiles(
  ports: SharePorts,
  room: Room,
  files: readonly FileSource[],
  text: string | undefined,
): Promise<void> {
  const title = displayTitle(room.title);
  const [first] = files;
  const what = files.length === 1 ? (first?.name ?? '') : l10n.t('{0} files', files.length);
  const failed: { readonly file: FileSource; readonly error: unknown }[] = [];
  let sentCount = 0;
  const isCancelledByUser = await withCancellableProgress(
    l10n.t('Sharing {0} to {1}', what, title),
    async (signal, report) => {
      for (const [index, file] of files.entries()) {
        try {
          const count = files.length > 1 ? l10n.t('{0} of {1}: {2}', index + 1, files.length, file.name) : '';
          await sendFile(ports, { room, file, text, signal, report: prefixed(report, count) });
          sentCount++;
        } catch (error) {
          if (isCancelled(error)) return true;
          failed.push({ file, error });
        }
      }
      return false;
    },
  );
  if (isCancelledByUser) showNotice(l10n.t('Cancelled: {0} of {1} shared to {2}', sentCount, files.length, title));
  else if (failed.length === 0) showSuccess(l10n.t('Shared {0} to {1}', what, title));
  for (const { file, error } of failed) {
    void ports.failures.show(
      error,
      failedShare(file.name, title, () => sendFiles(ports, room, [file], text)),
    );
  }
}

interface FileSend {
  readonly room: Room;
  readonly file: FileSource;
  readonly text: string | undefined;
  readonly signal: AbortSignal;
  readonly report: Report;
}

async function sendFile(ports: SharePorts, { room, file, text, signal, report }: FileSend): Promise<void> {
  const [client, part] = await Promise.all([ports.connection.client(), file.open()]);
  const total = byteText(part.byteLength);
  report(l10n.t('{0} of {1}', byteText(0), total), 0);
  const onProgress = (sentBytes: number, totalBytes: number): void => {
    report(l10n.t('{0} of {1}', byteText(Math.min(sentBytes, part.byteLength)), total), sentBytes / totalBytes);
  };
  await client.createFileMessage({ roomId: room.id, file: part, onProgress, ...(text && { text }) }, signal);
}

function prefixed(report: Report, prefix: string): Report {
  return prefix === '' ? report : (message, fraction) => report(`${prefix}, ${message}`, fraction);
}
