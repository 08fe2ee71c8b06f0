import { l10n } from 'vscode';
import type { ShareRecord } from '../core/outbox/shareRecord.ts';
import { displayTitle } from '../core/rooms/displayTitle.ts';
import { timeText } from './timeText.ts';

/** How a share is named: what, and where to. Names from the network and from files, made safe to be shown. */
export function shareNames({ name, roomTitle }: ShareRecord): readonly [name: string, room: string] {
  return [displayTitle(name), displayTitle(roomTitle)];
}

/** Why a share stands as it does, as a sentence; empty when there is nothing to say. */
export function describeReason({ state, reason, notBeforeMs }: ShareRecord): string {
  if (reason === undefined) return '';
  const { kind, detail = '' } = reason;
  switch (kind) {
    case 'waits-for-line':
      if (state === 'unknown') {
        return l10n.t('{0} cannot be reached. Roomside looks into the room as soon as it can.', detail);
      }
      return l10n.t('{0} cannot be reached. It goes out as soon as it can.', detail);
    case 'waits-for-sign-in':
      return l10n.t('Somebody has to sign in again first.');
    case 'waits-for-service':
      return l10n.t('The service has a problem ({0}).', detail || l10n.t('no answer'));
    case 'rate-limited':
      if (state === 'failed' && notBeforeMs !== undefined) {
        return l10n.t('The service asks to wait until {0}.', timeText(notBeforeMs, Date.now()));
      }
      return l10n.t('The service limits the rate. It goes out when it may.');
    case 'service-refused':
      return l10n.t('The service refused it ({0}).', detail);
    case 'too-long':
      return l10n.t('It is longer than a message may be now.');
    case 'file-changed':
      return l10n.t('The file changed since it was shared. Retry sends it as it is now.');
    case 'file-unreadable':
      return l10n.t('The file cannot be read ({0}).', detail);
    case 'checking':
      return l10n.t('The answer was lost. Roomside looks into the room whether it arrived.');
    case 'room-unreadable':
      return l10n.t('The answer was lost, and Roomside may not read the room ({0}).', detail);
    case 'room-unclear':
      return l10n.t('The answer was lost, and the room does not tell whether it arrived.');
    case 'other':
      return l10n.t('Something unexpected went wrong; the log has the details.');
  }
}
