import { commands } from 'vscode';
import type { Account } from '../core/auth/account.ts';
import type { ActiveAccount } from '../core/auth/activeAccount.ts';
import { type BrowserAttempt, runBrowserAttempt } from '../core/auth/browserAttempt.ts';
import type { SignInFlows } from '../core/auth/signInFlows.ts';
import type { Clock } from '../core/base/clock.ts';
import { CancelledError } from '../core/base/errors.ts';
import type { CommandId } from './commandIds.ts';
import { createSignInDesk } from './signInDesk.ts';

/** What a sign-in through the browser needs. */
export interface BrowserSignInPorts {
  readonly flows: SignInFlows;
  readonly active: ActiveAccount;
  readonly clock: Clock;
}

const useToken: CommandId = '_roomside.signInWithToken';

/**
 * Signs in through the browser, as often as the user starts anew. This window uses the account then.
 * @param begin makes an attempt, with random values of its own
 * @throws {CancelledError} when the user gave up, or signs in with a token instead
 */
export async function signInThroughBrowser(
  ports: BrowserSignInPorts,
  begin: () => Promise<BrowserAttempt>,
): Promise<Account> {
  for (;;) {
    const attempt = await begin();
    const desk = createSignInDesk(attempt);
    const end = await runBrowserAttempt({ ...ports, desk }, attempt);
    if (end.kind === 'signedIn') {
      await ports.active.useNew(end.account);
      return end.account;
    }
    if (end.kind === 'useToken') {
      await commands.executeCommand(useToken, attempt.flow.baseUrl);
      throw new CancelledError();
    }
  }
}
