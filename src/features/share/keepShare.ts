import { l10n, window } from 'vscode';
import { ShareNotKeptError } from '../../core/outbox/errors.ts';
import type { NewShare } from '../../core/outbox/newShare.ts';
import type { KeptShare } from '../../core/outbox/outbox.ts';
import type { SharePorts } from './sharePorts.ts';

/**
 * Writes the record of a share before anything that takes time. If that fails, the user is asked whether to send
 * without a record. `undefined` if the user declines.
 */
export async function keepShare({ outbox }: SharePorts, share: NewShare): Promise<KeptShare | undefined> {
  try {
    return await outbox.keep(share);
  } catch (error) {
    if (!(error instanceof ShareNotKeptError)) throw error;
    return (await askToSendUnkept(share.name, error)) ? outbox.keep(share, { isUnkept: true }) : undefined;
  }
}

async function askToSendUnkept(name: string, { code }: ShareNotKeptError): Promise<boolean> {
  const problem =
    code === 'ENOSPC'
      ? l10n.t('The disk is full: {0} was not sent, because it cannot be kept until it has arrived.', name)
      : l10n.t(
          '{0} was not sent, because it cannot be written to the disk and kept until it has arrived ({1}).',
          name,
          code,
        );
  const anyway = l10n.t('Send Anyway');
  return (await window.showWarningMessage(problem, anyway)) === anyway;
}
