import { commands, env, l10n, type Progress, ProgressLocation, window } from 'vscode';
import type {
  BrowserAttempt,
  NoticeListener,
  PasteProblem,
  SignInChoice,
  SignInNotice,
  SignInStatus,
  SignInUi,
} from '../../core/auth/signIn/browserAttempt.ts';
import { DisposableStore, toDisposable } from '../../core/base/disposable.ts';
import { type ProgressStep, withProgress } from '../vscode/notifications.ts';
import { openInBrowser } from '../vscode/openInBrowser.ts';

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
  const shown = Promise.withResolvers<Progress<ProgressStep>>();
  const options = { location: ProgressLocation.Notification, cancellable: true };
  void withProgress(options, (progress, token) => {
    owned.add(token.onCancellationRequested(onCancel));
    shown.resolve(progress);
    return done.promise;
  });
  return {
    update(status, choices) {
      const links = choices.map((choice) => ({
        title: choiceLabel(choice, status, attempt),
        command: choiceCommand,
        arguments: [choice],
      }));
      const message = sentence(status, attempt);
      void shown.promise.then((progress) => progress.report({ message, links }));
    },
    dispose: () => owned.dispose(),
  };
}

function choiceLabel(choice: SignInChoice, status: SignInStatus, { flow }: BrowserAttempt): string {
  const labels: Readonly<Record<SignInChoice, string>> = {
    copyLink: l10n.t('Copy Link'),
    pasteCode: flow.brokerUrl !== undefined ? l10n.t('Paste Code') : l10n.t('Paste Address'),
    restart: status === 'expired' ? l10n.t('Try Again') : l10n.t('Start Over'),
    useToken: l10n.t('Use Token'),
  };
  return labels[choice];
}

function sentence(status: SignInStatus, { flow, isPasted, phrase, isPageReplaced }: BrowserAttempt): string {
  const isBroker = flow.brokerUrl !== undefined;
  if (status === 'notOpened') return l10n.t("Couldn't open the browser.");
  if (status === 'expired') return l10n.t('Sign-in timed out.');
  if (status === 'waiting') {
    return phrase === undefined || isPageReplaced
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

interface CodeQuestion {
  /** The page of a broker shows a code to copy. Without a broker, the user copies the final address of the browser. */
  readonly isBroker: boolean;
  readonly phrase: string | undefined;
  check(text: string): PasteProblem | undefined;
}

/**
 * Asks for the code or address that the browser shows. A validation message explains an invalid input. The box stays on the
 * screen, busy, until the sign-in has ended: without it, keys would go to the code.
 */
function askForCode(question: CodeQuestion, signal: AbortSignal): Promise<string | undefined> {
  const owned = new DisposableStore();
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const box = owned.add(window.createInputBox());
  Object.assign(box, { title: l10n.t('Sign In'), prompt: promptOf(question), ignoreFocusOut: true });
  owned.add(
    box.onDidChangeValue((text) => {
      const problem = text.trim() === '' ? undefined : question.check(text);
      box.validationMessage = problem && problemWords(problem, question);
    }),
  );
  owned.add(
    box.onDidAccept(() => {
      const problem = question.check(box.value);
      if (problem !== undefined) {
        box.validationMessage = problemWords(problem, question);
        return;
      }
      Object.assign(box, { busy: true, enabled: false });
      resolve(box.value);
    }),
  );
  const close = (): void => {
    resolve(undefined);
    owned.dispose();
  };
  owned.add(box.onDidHide(close));
  signal.addEventListener('abort', close, { once: true });
  owned.add(toDisposable(() => signal.removeEventListener('abort', close)));
  box.show();
  return promise;
}

function promptOf({ isBroker, phrase }: CodeQuestion): string {
  if (!isBroker) return l10n.t('Paste the address of the last page in the browser');
  return phrase === undefined
    ? l10n.t('Paste the code shown in the browser')
    : l10n.t('Paste the code shown in the browser. Check that the page also shows {0}.', phrase);
}

function problemWords(problem: PasteProblem, { isBroker }: CodeQuestion): string {
  if (problem === 'otherSignIn') {
    return l10n.t('This belongs to another sign-in. Copy it from the page that this sign-in opened.');
  }
  return isBroker
    ? l10n.t("This isn't the complete code. Copy all of it, beginning with flow=.")
    : l10n.t("This isn't the complete address. Copy all of it, including everything after the question mark.");
}
