import { l10n, window } from 'vscode';
import type { PasteProblem } from '../../core/auth/browserAttempt.ts';
import { DisposableStore, toDisposable } from '../../core/base/disposable.ts';

export interface CodeQuestion {
  /** The page of a broker shows a code to copy. Without a broker, the user copies the final address of the browser. */
  readonly isBroker: boolean;
  readonly phrase: string | undefined;
  check(text: string): PasteProblem | undefined;
}

/** Asks for the code or address that the browser shows. A validation message explains an invalid input. */
export function askForCode(question: CodeQuestion, signal: AbortSignal): Promise<string | undefined> {
  const owned = new DisposableStore();
  const box = owned.add(window.createInputBox());
  Object.assign(box, { title: l10n.t('Sign In'), prompt: promptOf(question), ignoreFocusOut: true });
  return new Promise<string | undefined>((resolve) => {
    owned.add(
      box.onDidChangeValue((text) => {
        const problem = text.trim() === '' ? undefined : question.check(text);
        box.validationMessage = problem && problemWords(problem, question);
      }),
    );
    owned.add(
      box.onDidAccept(() => {
        const problem = question.check(box.value);
        if (problem === undefined) resolve(box.value);
        else box.validationMessage = problemWords(problem, question);
      }),
    );
    owned.add(box.onDidHide(() => resolve(undefined)));
    const onAbort = (): void => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    owned.add(toDisposable(() => signal.removeEventListener('abort', onAbort)));
    box.show();
  }).finally(() => owned.dispose());
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
    ? l10n.t('This is not the complete code. Copy all of it, beginning with flow=.')
    : l10n.t('This is not the complete address. Copy all of it, including everything after the question mark.');
}
