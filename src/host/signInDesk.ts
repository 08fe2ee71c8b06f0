import { env, l10n, window } from 'vscode';
import type { BrowserAttempt, SignInChoice, SignInDesk, SignInSituation } from '../core/auth/browserAttempt.ts';
import { askForCode } from './askForCode.ts';
import { withCancellableProgress } from './cancellableProgress.ts';
import { openInBrowser } from './openInBrowser.ts';

/** The desk of an attempt: notifications, the browser, the clipboard, and a box for the code. */
export function createSignInDesk(attempt: BrowserAttempt): SignInDesk {
  const { phrase } = attempt;
  const isBroker = attempt.flow.brokerUrl !== undefined;
  return {
    open: openInBrowser,
    showWaiting(onCancel) {
      const done = Promise.withResolvers<void>();
      void withCancellableProgress(l10n.t('Finish signing in in your browser'), (signal, report) => {
        signal.addEventListener('abort', onCancel, { once: true });
        if (phrase !== undefined) report(l10n.t('its last page shows {0}', onOneLine(phrase)));
        return done.promise;
      });
      return { dispose: () => done.resolve() };
    },
    offer: (situation, choices) => offer(situation, choices, attempt),
    copy: async (text) => env.clipboard.writeText(text),
    askForCode: (check, signal) => askForCode({ isBroker, phrase, check }, signal),
  };
}

/** A notice of how it stands, with what can be done about it. */
async function offer(
  situation: SignInSituation,
  choices: readonly SignInChoice[],
  attempt: BrowserAttempt,
): Promise<SignInChoice | undefined> {
  const labelOf: Readonly<Record<SignInChoice, string>> = {
    copyLink: l10n.t('Copy Link'),
    pasteCode: attempt.flow.brokerUrl !== undefined ? l10n.t('Paste Code') : l10n.t('Paste Address'),
    restart: situation === 'late' ? l10n.t('Try Again') : l10n.t('Restart'),
    useToken: l10n.t('Use a Token'),
  };
  const labels = choices.map((choice) => labelOf[choice]);
  const chosen = await show(situation, labels, attempt);
  return choices.find((choice) => labelOf[choice] === chosen);
}

function show(
  situation: SignInSituation,
  labels: readonly string[],
  { flow, isPasted }: BrowserAttempt,
): Thenable<string | undefined> {
  if (situation === 'notOpened') return window.showWarningMessage(l10n.t('Could not open the browser.'), ...labels);
  if (situation === 'late') return window.showWarningMessage(l10n.t('Sign-in timed out.'), ...labels);
  return window.showInformationMessage(slowWords(flow.brokerUrl !== undefined, isPasted === true), ...labels);
}

function slowWords(isBroker: boolean, isPasted: boolean): string {
  if (isPasted) return l10n.t('Finish in the browser, then paste the code it shows.');
  return isBroker
    ? l10n.t('Nothing happening? Finish in the browser, then choose Open.')
    : l10n.t('Nothing happening? Finish in the browser. If it cannot come back here, paste the address it ended on.');
}

/** A notification breaks a line at any hyphen but this. */
function onOneLine(phrase: string): string {
  return phrase.replaceAll('-', '\u2011');
}
