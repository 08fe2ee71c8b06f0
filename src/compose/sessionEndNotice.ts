import { commands, env, l10n, window } from 'vscode';
import type { Account } from '../core/auth/account.ts';
import type { AccountStore } from '../core/auth/accountStore.ts';
import { approachingEndMs, claimEndNotice, isEndAnnounced } from '../core/auth/sessionEnd.ts';
import type { Clock } from '../core/base/clock.ts';
import { oneLine } from '../host/errors/oneLine.ts';

export interface SessionEndNoticePorts {
  readonly accounts: AccountStore;
  readonly clock: Clock;
}

/** Notifies the user once, in the focused window, that the session of the account ends soon. */
export async function notifySessionEnd(account: Account, { accounts, clock }: SessionEndNoticePorts): Promise<void> {
  const nowMs = clock.now();
  if (!window.state.focused || isEndAnnounced(account, nowMs) || approachingEndMs(account, nowMs) === undefined) return;
  const endMs = await claimEndNotice(accounts, account.id, nowMs);
  if (endMs === undefined) return;
  const day = new Intl.DateTimeFormat(env.language, { dateStyle: 'full', timeStyle: 'short' }).format(endMs);
  const text = l10n.t('Your session for {0} ends on {1}. Sign in again before then.', oneLine(account.label), day);
  const signIn = l10n.t('Sign In');
  // Not awaited: the notification may stay open, and the next check must not wait for it.
  window.showInformationMessage(text, signIn).then((choice) => {
    if (choice === signIn) void commands.executeCommand('roomside.signIn');
  });
}
