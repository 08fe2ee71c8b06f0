import { setTimeout as wait } from 'node:timers/promises';
import { ProgressLocation } from 'vscode';
import { withProgress } from '../vscode/notifications.ts';

/** Reports progress: a line of text, and a fraction from 0 to 1 where it is known. */
export type ReportProgress = (message: string, fraction?: number) => void;

/** Runs work with a notification that has a Cancel button. Cancelling aborts the signal. */
function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: ReportProgress) => Promise<T>,
): Promise<T> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return Promise.resolve(
    withProgress(options, (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      let shownFraction = 0;
      return work(abort.signal, (message, fraction = shownFraction) => {
        progress.report({ message, increment: (fraction - shownFraction) * 100 });
        shownFraction = fraction;
      });
    }),
  );
}

/** Shorter work shows no notification: the notification would stay visible longer than the work takes. */
const delayMs = 500;

/** Like `withCancellableProgress`, but shows the notification only when the work takes longer than `delayMs`. */
export async function withLateProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: ReportProgress) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  let latest: Parameters<ReportProgress> | undefined;
  let reportShown: ReportProgress | undefined;
  const working = work(abort.signal, (...progress) => {
    latest = progress;
    reportShown?.(...progress);
  });
  const settled = working.then(
    () => true,
    () => true,
  );
  if (await Promise.race([settled, wait(delayMs, false)])) return working;
  return withCancellableProgress(title, (signal, report) => {
    signal.addEventListener('abort', () => abort.abort(), { once: true });
    reportShown = report;
    if (latest !== undefined) report(...latest);
    return working;
  });
}

/** Runs short work with a progress text in the status bar. */
export function withStatusProgress<T>(title: string, work: () => Promise<T>): Promise<T> {
  return Promise.resolve(withProgress({ location: ProgressLocation.Window, title }, work));
}
