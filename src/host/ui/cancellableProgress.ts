import { setTimeout as wait } from 'node:timers/promises';
import { ProgressLocation } from 'vscode';
import { withProgress } from '../vscode/notifications.ts';

/** Reports progress: a line of text, and a fraction from 0 to 1 where it is known. */
export type ReportProgress = (message: string, fraction?: number) => void;

/** Shorter work shows no notification: the notification would stay visible longer than the work takes. */
const delayMs = 500;

/** Runs work, and shows a notification with a Cancel button when it takes longer. Cancelling aborts the signal. */
export async function withLateProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: ReportProgress) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  let latest: Parameters<ReportProgress> | undefined;
  let reportShown: ReportProgress | undefined;
  const working = work(abort.signal, (...step) => {
    latest = step;
    reportShown?.(...step);
  });
  const settled = working.then(
    () => true,
    () => true,
  );
  if (await Promise.race([settled, wait(delayMs, false)])) return working;
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return withProgress(options, (progress, token) => {
    token.onCancellationRequested(() => abort.abort());
    let shownFraction = 0;
    reportShown = (message, fraction = shownFraction) => {
      progress.report({ message, increment: (fraction - shownFraction) * 100 });
      shownFraction = fraction;
    };
    if (latest !== undefined) reportShown(...latest);
    return working;
  });
}

/** Runs short work with a progress text in the status bar. */
export function withStatusProgress<T>(title: string, work: () => Promise<T>): Promise<T> {
  return withProgress({ location: ProgressLocation.Window, title }, work);
}
