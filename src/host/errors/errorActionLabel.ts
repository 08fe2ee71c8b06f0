import { l10n } from 'vscode';
import type { ErrorAction } from './errorMessage.ts';

/** The label of an action, as a button or a tree item shows it. */
export function errorActionLabel(action: ErrorAction): string {
  const labels = {
    retry: l10n.t('Try Again'),
    signIn: l10n.t('Sign In'),
    openSettings: l10n.t('Open Settings'),
    changeScopePrefix: l10n.t('Change Scope Prefix'),
    diagnose: l10n.t('Diagnose'),
    showLog: l10n.t('Show Log'),
  };
  return labels[action];
}
