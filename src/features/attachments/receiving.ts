import { l10n } from 'vscode';
import { byteText } from '../../host/byteText.ts';
import { withCancellableProgress } from '../../host/cancellableProgress.ts';
import type { OnReceived } from './attachmentSource.ts';

/** Brings an attachment here under a notice with its bytes and Cancel. */
export function underProgress<T>(
  name: string,
  bring: (signal: AbortSignal, onReceived: OnReceived) => Promise<T>,
): Promise<T> {
  return withCancellableProgress(l10n.t('Downloading {0}', name), (signal, report) =>
    bring(signal, (receivedBytes, totalBytes) => {
      const received = byteText(receivedBytes);
      if (totalBytes === undefined) report(received);
      else report(l10n.t('{0} of {1}', received, byteText(totalBytes)), receivedBytes / Math.max(totalBytes, 1));
    }),
  );
}
