import { commands } from 'vscode';
import type { Account } from '../../core/auth/account.ts';
import { type BrowserAttempt, runBrowserAttempt } from '../../core/auth/signIn/browserAttempt.ts';
import { CancelledError } from '../../core/base/errors.ts';
import type { CommandId } from '../commands/commandIds.ts';
import type { Services } from '../services.ts';
import { createSignInUi } from './signInUi.ts';

export type BrowserSignInPorts = Pick<Services, 'flows' | 'latestSignIn' | 'active' | 'clock'>;

type BeginAttempt = (superseded: AbortSignal) => Promise<BrowserAttempt>;

const useToken: CommandId = '_roomside.signInWithToken';

/**
 * Signs in through the browser, and starts over as often as the user asks for it. The window then uses the new account.
 * Another sign-in that is pending in this window ends.
 * @param begin starts an attempt with random values of its own; its signal aborts when another sign-in starts
 * @throws {CancelledError} when the user cancels or signs in with a token instead, or another sign-in replaces this one
 */
export async function signInThroughBrowser(ports: BrowserSignInPorts, begin: BeginAttempt): Promise<Account> {
  const end = await ports.latestSignIn.run((superseded) => runAttempts(ports, begin, superseded));
  if (end.kind === 'signedIn') {
    await ports.active.useNew(end.account);
    return end.account;
  }
  await commands.executeCommand(useToken, end.baseUrl);
  throw new CancelledError();
}

async function runAttempts(
  { flows, clock, active, latestSignIn }: BrowserSignInPorts,
  begin: BeginAttempt,
  superseded: AbortSignal,
) {
  const otherSignIn = active.onDidSignIn(() => latestSignIn.cancel());
  try {
    for (;;) {
      if (superseded.aborted) throw new CancelledError();
      const attempt = await begin(superseded);
      const ui = createSignInUi(attempt);
      const end = await runBrowserAttempt({ flows, clock, superseded, ui }, attempt);
      if (end.kind === 'signedIn') return end;
      if (end.kind === 'useToken') return { kind: end.kind, baseUrl: attempt.flow.baseUrl } as const;
    }
  } finally {
    otherSignIn.dispose();
  }
}
