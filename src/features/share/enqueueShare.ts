import { l10n, window } from 'vscode';
import { ShareNotStoredError } from '../../core/outbox/errors.ts';
import type { NewShare } from '../../core/outbox/newShare.ts';
import type { QueuedShare } from '../../core/outbox/outbox.ts';
import type { SharePorts } from './sharePorts.ts';

/**
 * Writes the record of a share before anything that takes time. If that fails, the user is asked whether to send
 * without a record. `undefined` if the user declines.
 */
export async function enqueueShare({ outbox }: SharePorts, share: NewShare): Promise<QueuedShare | undefined> {
  try {
    return await outbox.enqueue(share);
  } catch (error) {
    if (!(error instanceof ShareNotStoredError)) throw error;
    return (await askToSendUnstored(share.name, error)) ? outbox.enqueue(share, { isMemoryOnly: true }) : undefined;
  }
}

async function askToSendUnstored(name: string, { code }: ShareNotStoredError): Promise<boolean> {
  const problem =
    code === 'ENOSPC'
      ? l10n.t('{0} was not sent. The disk is full, so no copy could be saved for retries.', name)
      : l10n.t('{0} was not sent. No copy could be saved for retries ({1}).', name, code);
  const sendAnyway = l10n.t('Send Anyway');
  return (await window.showWarningMessage(problem, sendAnyway)) === sendAnyway;
}
