import { l10n } from 'vscode';
import type { AccountKind } from '../../core/auth/account.ts';

/** How the user signed in to an account, in a word or two. */
export function accountKindLabel(kind: AccountKind): string {
  const labels: Readonly<Record<AccountKind, string>> = {
    broker: l10n.t('Your Organization'),
    integration: l10n.t('Your Own Integration'),
    'personal-token': l10n.t('Personal Access Token'),
    sandbox: l10n.t('The Sandbox'),
  };
  return labels[kind];
}
