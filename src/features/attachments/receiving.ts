import { setTimeout as wait } from 'node:timers/promises';
import { l10n } from 'vscode';
import { byteText } from '../../host/byteText.ts';
import { withCancellableProgress } from '../../host/cancellableProgress.ts';
import type { OnReceived } from './attachmentSource.ts';

/** What comes sooner needs no notice, which would outlast it. */
const quietMs = 500;

/** Brings an attachment here; where that takes a moment, under a notice with its bytes and Cancel. */
export async function underProgress<T>(
  name: string,
  bring: (signal: AbortSignal, onReceived: OnReceived) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  let received: Parameters<OnReceived> = [0, undefined];
  let tell = (): void => undefined;
  const bringing = bring(abort.signal, (...bytes) => {
    received = bytes;
    tell();
  });
  const settled = bringing.then(
    () => true,
    () => true,
  );
  if (await Promise.race([settled, wait(quietMs, false)])) return bringing;
  return withCancellableProgress(l10n.t('Downloading {0}', name), (signal, report) => {
    signal.addEventListener('abort', () => abort.abort(), { once: true });
    tell = () => {
      const [receivedBytes, totalBytes] = received;
      const soFar = byteText(receivedBytes);
      if (totalBytes === undefined) report(soFar);
      else report(l10n.t('{0} of {1}', soFar, byteText(totalBytes)), receivedBytes / Math.max(totalBytes, 1));
    };
    tell();
    return bringing;
  });
}
