import { l10n } from 'vscode';
import { withLateProgress } from '../../host/ui/cancellableProgress.ts';
import { byteText } from '../../host/vscode/formats.ts';

/** Reports the received bytes and, if known, the total. */
export type OnReceived = (receivedBytes: number, totalBytes: number | undefined) => void;

/** Downloads an attachment, with progress and Cancel if it takes a moment. */
export function withDownloadProgress<T>(
  name: string,
  download: (signal: AbortSignal, onReceived: OnReceived) => Promise<T>,
): Promise<T> {
  return withLateProgress(l10n.t('Downloading {0}', name), (signal, report) =>
    download(signal, (receivedBytes, totalBytes) => {
      const soFar = byteText(receivedBytes);
      if (totalBytes === undefined) report(soFar);
      else report(l10n.t('{0} of {1}', soFar, byteText(totalBytes)), receivedBytes / Math.max(totalBytes, 1));
    }),
  );
}
