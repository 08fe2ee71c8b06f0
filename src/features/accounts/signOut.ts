import { l10n, window } from 'vscode';
import { showSuccess } from '../../host/ui/statusBar.ts';
import type { AccountsPorts } from './accountsPorts.ts';

/** "Sign Out": signs the account of this window out in all windows, after a question that names it. */
export async function signOut({ accounts, active }: AccountsPorts): Promise<void> {
  const account = await active.get();
  if (account === undefined) return;
  const confirm = l10n.t('Sign Out');
  const question = l10n.t('Sign out of {0}?', account.label);
  const detail = l10n.t('The tokens are removed from this computer. Nothing is deleted on the service.');
  if ((await window.showWarningMessage(question, { modal: true, detail }, confirm)) !== confirm) return;
  await accounts.remove(account.id);
  const next = await active.get();
  showSuccess(next === undefined ? l10n.t('Signed out') : l10n.t('Signed out. Now signed in as {0}', next.label));
}
