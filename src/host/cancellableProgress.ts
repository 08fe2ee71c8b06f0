import { setTimeout as wait } from 'node:timers/promises';
import { ProgressLocation, window } from 'vscode';

/** Reports progress: a line of text, and a fraction from 0 to 1 where it is known. */
export type ReportProgress = (message: string, fraction?: number) => void;

/** Runs work with a notification that has a Cancel button. Cancelling aborts the signal. */
function withCancellableProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: ReportProgress) => Promise<T>,
): Promise<T> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return Promise.resolve(
    window.withProgress(options, (progress, token) => {
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

/** Work that ends sooner shows no notification, which would stay longer than the work. */
const quietMs = 500;

/** Like `withCancellableProgress`, but shows the notification only when the work takes longer than a moment. */
export async function withLateProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: ReportProgress) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  let latest: Parameters<ReportProgress> | undefined;
  let tell: ReportProgress | undefined;
  const working = work(abort.signal, (...told) => {
    latest = told;
    tell?.(...told);
  });
  const settled = working.then(
    () => true,
    () => true,
  );
  if (await Promise.race([settled, wait(quietMs, false)])) return working;
  return withCancellableProgress(title, (signal, report) => {
    signal.addEventListener('abort', () => abort.abort(), { once: true });
    tell = report;
    if (latest !== undefined) report(...latest);
    return working;
  });
}

/** Runs short work with a progress text in the status bar. */
export function withStatusProgress<T>(title: string, work: () => Promise<T>): Promise<T> {
  return Promise.resolve(window.withProgress({ location: ProgressLocation.Window, title }, work));
}
