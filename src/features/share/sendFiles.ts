import { l10n } from 'vscode';
import { isCancelled } from '../../core/base/errors.ts';
import { displayTitle } from '../../core/base/text/displayText.ts';
import type { DeliveryResult } from '../../core/outbox/deliverShare.ts';
import { type ReportProgress, withLateProgress } from '../../host/ui/cancellableProgress.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import { byteText } from '../../host/vscode/formats.ts';
import type { QueuedFile, QueuedFiles } from './enqueueFiles.ts';
import type { SharePorts } from './sharePorts.ts';

/**
 * Sends queued files in order, one message each, with progress in bytes and Cancel. Continues after a failure.
 * @returns whether all files are sent or queued
 */
export async function sendFiles(ports: SharePorts, queued: QueuedFiles | undefined): Promise<boolean> {
  if (queued === undefined) return false;
  const { room, files } = queued;
  const title = displayTitle(room.title);
  const what = files.length === 1 ? (files[0]?.name ?? '') : l10n.t('{0} files', files.length);
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
  else if (sent.length > 1) ports.outcome.showSent(sharedText(sent.length, files.length, title), arrived);
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

function sharedText(sentCount: number, count: number, title: string): string {
  if (sentCount === count) return l10n.t('Shared {0} to {1}', l10n.t('{0} files', count), title);
  return l10n.t('Shared {0} of {1} files to {2}', sentCount, count, title);
}

function prefixed(report: ReportProgress, prefix: string): ReportProgress {
  return prefix === '' ? report : (message, fraction) => report(`${prefix}, ${message}`, fraction);
}
