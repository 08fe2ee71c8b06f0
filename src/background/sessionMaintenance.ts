import { commands, l10n, window } from 'vscode';
import type { Account } from '../core/auth/account.ts';
import { whileSignedIn } from '../core/auth/activeAccount.ts';
import { SignInRequiredError } from '../core/auth/errors.ts';
import { claimEndNotice, unannouncedEndMs } from '../core/auth/sessionEnd.ts';
import { expiredError } from '../core/auth/sessionRefresher.ts';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { everyMinute } from '../core/base/scheduling/pollingScheduler.ts';
import { describeError } from '../host/errors/describeError.ts';
import type { Services } from '../host/services.ts';
import type { StatusContent } from '../host/ui/statusBar.ts';
import { formatTime, oneLine } from '../host/vscode/formats.ts';
import { showInformationMessage } from '../host/vscode/notifications.ts';

type SessionMaintenancePorts = Pick<
  Services,
  'accounts' | 'active' | 'tokens' | 'flows' | 'errors' | 'status' | 'clock' | 'log'
>;

/**
 * Refreshes the session of the active account before it expires. The status bar shows when it has
 * expired; a notification also reports that once. Deletes the stored state of old sign-ins in the background.
 */
export function registerSessionMaintenance({
  accounts,
  active,
  tokens,
  flows,
  errors,
  status,
  clock,
  log,
}: SessionMaintenancePorts): Disposable {
  const owned = new DisposableStore();
  const showState = async (): Promise<void> => {
    const account = await active.get();
    status.set('expired', account?.state === 'reauth' ? expiredContent(account) : undefined);
  };
  owned.add(active.onDidChange(() => void showState()));
  owned.add(tokens.onDidExpire(({ label }) => void errors.report(new SignInRequiredError('expired', label))));
  const check = async (): Promise<void> => {
    const account = await active.get();
    if (account === undefined) return;
    tokens.forAccount(account.id).check(account);
    await notifySessionEnd(account, { accounts, clock });
  };
  owned.add(whileSignedIn(active, () => everyMinute(clock, log, check)));
  void flows.purgeExpired();
  return owned;
}

function expiredContent(account: Account): StatusContent {
  return {
    text: `$(account) ${l10n.t('Roomside: session expired')}`,
    tooltip: describeError(expiredError(account)).sentence,
    command: 'roomside.signIn',
    isWarning: true,
  };
}

/** Notifies the user once, in the focused window, that the session of the account ends soon. */
export async function notifySessionEnd(
  account: Account,
  { accounts, clock }: Pick<SessionMaintenancePorts, 'accounts' | 'clock'>,
): Promise<void> {
  const nowMs = clock.now();
  if (!window.state.focused || unannouncedEndMs(account, nowMs) === undefined) return;
  const endMs = await claimEndNotice(accounts, account.id, nowMs);
  if (endMs === undefined) return;
  const day = formatTime(endMs, { dateStyle: 'full', timeStyle: 'short' });
  const text = l10n.t('Your session for {0} ends on {1}. Sign in again before then.', oneLine(account.label), day);
  const signIn = l10n.t('Sign In');
  // Not awaited: the notification may stay open, and the next check must not wait for it.
  showInformationMessage(text, signIn).then((choice) => {
    if (choice === signIn) void commands.executeCommand('roomside.signIn');
  });
}
