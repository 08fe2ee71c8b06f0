import { l10n } from 'vscode';
import type { FailedAct } from '../../host/failureReport.ts';

/** A share that failed, or of which nobody knows whether it did. Both names are as they are shown. */
export function failedShare(name: string, roomTitle: string, retry: () => Promise<void>): FailedAct {
  return {
    act: l10n.t('{0} was not shared to “{1}”.', name, roomTitle),
    doubt: l10n.t(
      'It is not known whether {0} arrived in “{1}”: look into the room before you send it again.',
      name,
      roomTitle,
    ),
    retry,
  };
}
