import { l10n } from 'vscode';
import type { NewerRecordError } from '../../core/base/json.ts';
import type { ErrorMessage } from './errorMessage.ts';

/** Says what a newer Roomside has stored, what this one does without it, and the two ways out. */
export function describeNewerRecord({ record }: NewerRecordError): ErrorMessage {
  const kept = {
    accounts: l10n.t(
      'A newer version of Roomside stored your accounts. They are kept, and a sign-in lasts only until this window closes.',
    ),
    integrations: l10n.t(
      "A newer version of Roomside stored your integrations. They are kept, and this version can't use them.",
    ),
    watches: l10n.t(
      'A newer version of Roomside stored your watched rooms. They are kept, and this version watches none.',
    ),
  };
  const advice = l10n.t('Update Roomside, or delete them with “Remove All Stored Data…”.');
  return { sentence: `${kept[record]} ${advice}`, actions: ['showLog'] };
}
