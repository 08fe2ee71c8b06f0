import { l10n, window } from 'vscode';
import type { Account } from '../core/auth/account.ts';
import type { ActiveAccount } from '../core/auth/activeAccount.ts';
import type { PendingFlow } from '../core/auth/pendingFlow.ts';
import type { SignInFlows } from '../core/auth/signInFlows.ts';
import type { Clock } from '../core/base/clock.ts';
import { withCancellableProgress } from './cancellableProgress.ts';
import type { FailureReport } from './failureReport.ts';
import { openInBrowser } from './openInBrowser.ts';

/** After this long without a callback the user is told what else can be done. */
const offerPasteAfterMs = 20_000;

/** What a sign-in through the browser needs. */
export interface BrowserSignInPorts {
  readonly flows: SignInFlows;
  readonly active: ActiveAccount;
  readonly clock: Clock;
  readonly failures: FailureReport;
}

/** Opens the browser for a flow and waits, with Cancel, until it ends in this window or another. This one uses the account. */
export async function signInThroughBrowser(
  ports: BrowserSignInPorts,
  flow: PendingFlow,
  address: string,
): Promise<Account> {
  const { flows, active, clock } = ports;
  await flows.begin(flow);
  return withCancellableProgress(l10n.t('Finish signing in in your browser'), async (signal) => {
    const offer = clock.startTimer(offerPasteAfterMs, () => void offerPaste(ports));
    try {
      const account = await waitWhileOpening(flows, flow, address, signal);
      await active.useNew(account);
      return account;
    } finally {
      offer.dispose();
    }
  });
}

/** The flow may end while a notice about the browser still stands; a browser that fails to open ends the flow. */
function waitWhileOpening(
  flows: SignInFlows,
  flow: PendingFlow,
  address: string,
  signal: AbortSignal,
): Promise<Account> {
  const giveUp = new AbortController();
  const failed = Promise.withResolvers<never>();
  openInBrowser(address).catch((error: unknown) => {
    failed.reject(error);
    giveUp.abort();
  });
  return Promise.race([flows.wait(flow, AbortSignal.any([signal, giveUp.signal])), failed.promise]);
}

/** On some desktops the browser cannot hand the callback over: then its address can be pasted. */
async function offerPaste({ flows, failures }: BrowserSignInPorts): Promise<void> {
  const paste = l10n.t('Paste Address');
  const message = l10n.t(
    'Nothing happening? Finish in the browser. If it cannot come back here, paste the address it ended on.',
  );
  if ((await window.showInformationMessage(message, paste)) !== paste) return;
  const text = await window.showInputBox({
    prompt: l10n.t('The address the browser ended on, with its code'),
    ignoreFocusOut: true,
    validateInput: (value) => (URL.canParse(value.trim()) ? undefined : l10n.t('This is not an address.')),
  });
  if (text === undefined) return;
  // Whoever waits for the flow is told how it ended; thrown is only what nobody waits for any more.
  await flows.complete(new URL(text.trim()).search.slice(1)).catch((error: unknown) => failures.show(error));
}
