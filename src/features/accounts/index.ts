import { commands, l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { Account } from '../../core/auth/account.ts';
import { isSessionExpired } from '../../core/auth/sessionEnd.ts';
import { needsSignInAgain } from '../../core/auth/signInAgain.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import type { Services } from '../../host/services.ts';
import { accountKindLabel } from '../../host/signIn/accountKindLabel.ts';
import { iconLabel } from '../../host/ui/iconLabel.ts';
import { showSuccess } from '../../host/ui/statusBar.ts';
import { setContext } from '../../host/vscode/contextKeys.ts';
import { oneLine } from '../../host/vscode/formats.ts';
import { askBefore } from '../../host/vscode/notifications.ts';
import { type AuthenticationPorts, RoomsideAuthenticationProvider } from './authenticationProvider.ts';

/** Accounts: switching among several, signing out, and VS Code's Accounts menu. */
export function registerAccounts(ports: AccountsPorts) {
  const owned = new DisposableStore();
  const follow = (): void => void setContext('roomside:severalAccounts', ports.accounts.known.length > 1);
  owned.add(ports.accounts.onDidChange(follow));
  follow();
  const provider = owned.add(new RoomsideAuthenticationProvider(ports));
  const commands = {
    'roomside.signOut': () => signOut(ports),
    'roomside.switchAccount': () => switchAccount(ports),
  } satisfies Partial<CommandHandlers>;
  return { commands, provider, dispose: () => owned.dispose() };
}

export type AccountsPorts = AuthenticationPorts & Pick<Services, 'clock'>;

interface AccountRow extends QuickPickItem {
  readonly run?: () => Promise<void>;
}

/** "Switch Account": selects the account that this window and its workspace use. */
export async function switchAccount(ports: AccountsPorts): Promise<void> {
  const { accounts, active } = ports;
  const current = await active.get();
  const known = [...(await accounts.list())].sort((one, other) => one.label.localeCompare(other.label));
  const another: AccountRow = {
    ...iconLabel('add', l10n.t('Sign In with Another Account…')),
    alwaysShow: true,
    // With an expired session, Sign In would sign this window's account in again.
    run: async () =>
      commands.executeCommand<void>(current && needsSignInAgain(current) ? 'roomside.chooseSignIn' : 'roomside.signIn'),
  };
  const rows = known.map((account) => rowOf(ports, account, account.id === current?.id));
  const choice = await window.showQuickPick<AccountRow>(
    [...rows, { label: '', kind: QuickPickItemKind.Separator }, another],
    {
      title: l10n.t('Switch Account'),
      placeHolder: l10n.t('Select the account for this workspace'),
      matchOnDescription: true,
    },
  );
  await choice?.run?.();
}

function rowOf({ active, clock }: AccountsPorts, account: Account, isCurrent: boolean): AccountRow {
  const label = oneLine(account.label);
  const notes = [isCurrent && l10n.t('in use'), isSessionExpired(account, clock.now()) && l10n.t('session expired')];
  return {
    ...iconLabel(isCurrent ? 'check' : 'account', label),
    description: notes.filter(Boolean).join(' · '),
    detail: `${new URL(account.baseUrl).host} · ${accountKindLabel(account.kind)}`,
    run: async () => {
      await active.use(account.id);
      if (!isCurrent) showSuccess(l10n.t('This workspace now uses {0}', label));
    },
  };
}

/** "Sign Out": signs the account of this window out in all windows, after a question that names it. */
export async function signOut({ accounts, active }: AccountsPorts): Promise<void> {
  const account = await active.get();
  if (account === undefined) return;
  const question = l10n.t('Sign out of {0}?', account.label);
  const detail = l10n.t('The tokens are removed from this computer. Nothing is deleted on the service.');
  if (!(await askBefore(l10n.t('Sign Out'), question, detail))) return;
  await accounts.remove(account.id);
  const next = await active.get();
  showSuccess(next === undefined ? l10n.t('Signed out') : l10n.t('Signed out. Now signed in as {0}', next.label));
}
