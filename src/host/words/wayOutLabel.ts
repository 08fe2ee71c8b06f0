import { l10n } from 'vscode';
import type { WayOut } from './words.ts';

/** What a button or a row says that is a way out of a failure. */
export function wayOutLabel(way: WayOut): string {
  const labels = {
    retry: l10n.t('Try Again'),
    signIn: l10n.t('Sign In'),
    openSettings: l10n.t('Open Settings'),
    changeScopePrefix: l10n.t('Change Scope Prefix'),
    diagnose: l10n.t('Diagnose'),
    showLog: l10n.t('Show Log'),
  };
  return labels[way];
}
