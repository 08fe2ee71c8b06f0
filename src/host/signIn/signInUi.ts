import { commands, env, l10n, ProgressLocation, window } from 'vscode';
import type {
  BrowserAttempt,
  NoticeListener,
  SignInChoice,
  SignInNotice,
  SignInStatus,
  SignInUi,
} from '../../core/auth/browserAttempt.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import { askForCode } from './askForCode.ts';
import { openInBrowser } from './openInBrowser.ts';

/** The command behind the links of the notification, registered only while the notification is shown. */
const choiceCommand = '_roomside.chooseInSignIn';

/** The user interface of one attempt: a notification, the browser, the clipboard, and an input box for the code. */
export function createSignInUi(attempt: BrowserAttempt): SignInUi {
  const { phrase } = attempt;
  const isBroker = attempt.flow.brokerUrl !== undefined;
  return {
    open: openInBrowser,
    showNotice: (listener) => showNotice(attempt, listener),
    copy: async (text) => env.clipboard.writeText(text),
    askForCode: (check, signal) => askForCode({ isBroker, phrase, check }, signal),
  };
}

/**
 * A progress notification: the only kind that an extension can change, keep visible and close. Its only button is Cancel,
 * so the choices are links in its text.
 */
function showNotice(attempt: BrowserAttempt, { onChoice, onCancel }: NoticeListener): SignInNotice {
  const owned = new DisposableStore();
  const done = Promise.withResolvers<void>();
  owned.add({ dispose: () => done.resolve() });
  owned.add(commands.registerCommand(choiceCommand, (choice: SignInChoice) => onChoice(choice)));
  let show: (message: string) => void = () => undefined;
  let latest = '';
  const options = { location: ProgressLocation.Notification, cancellable: true };
  void window.withProgress(options, (progress, token) => {
    owned.add(token.onCancellationRequested(onCancel));
    show = (message) => progress.report({ message });
    if (latest !== '') show(latest);
    return done.promise;
  });
  return {
    update(status, choices) {
      const links = choices.map((choice) => link(choiceLabel(choice, status, attempt), choice));
      latest = [sentence(status, attempt), links.join(' · ')].join(' ');
      show(latest);
    },
    dispose: () => owned.dispose(),
  };
}

function link(label: string, choice: SignInChoice): string {
  return `[${label}](command:${choiceCommand}?${encodeURIComponent(JSON.stringify([choice]))})`;
}

function choiceLabel(choice: SignInChoice, status: SignInStatus, { flow }: BrowserAttempt): string {
  const labels: Readonly<Record<SignInChoice, string>> = {
    copyLink: l10n.t('Copy Link'),
    pasteCode: flow.brokerUrl !== undefined ? l10n.t('Paste Code') : l10n.t('Paste Address'),
    restart: status === 'late' ? l10n.t('Try Again') : l10n.t('Restart'),
    useToken: l10n.t('Use Token'),
  };
  return labels[choice];
}

function sentence(status: SignInStatus, { flow, isPasted, phrase }: BrowserAttempt): string {
  const isBroker = flow.brokerUrl !== undefined;
  if (status === 'notOpened') return l10n.t("Couldn't open the browser.");
  if (status === 'late') return l10n.t('Sign-in timed out.');
  if (status === 'waiting') {
    return phrase === undefined
      ? l10n.t('Complete sign-in in your browser.')
      : l10n.t('Complete sign-in in your browser. Check that the last page shows {0}.', onOneLine(phrase));
  }
  if (isPasted) {
    return isBroker
      ? l10n.t('Complete sign-in in the browser, then paste the code it shows.')
      : l10n.t('Complete sign-in in the browser, then paste the address of the last page.');
  }
  return isBroker
    ? l10n.t('Still waiting? Complete sign-in in the browser and choose Open when asked.')
    : l10n.t(
        "Still waiting? Complete sign-in in the browser. If it doesn't return here, paste the address of the last page.",
      );
}

/** A notification breaks a line at every hyphen except this one. */
function onOneLine(phrase: string): string {
  return phrase.replaceAll('-', '\u2011');
}
