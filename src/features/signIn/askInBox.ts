import { type InputBox, l10n, window } from 'vscode';
import { DisposableStore } from '../../core/base/disposable.ts';

/** The answer to a text, or what is wrong with the text. */
export type Attempt<T> = { readonly answer: T } | { readonly problem: string };

/**
 * Asks for a text in a sign-in. The box stays on the screen, busy, while the text is tried: without it, keys would go to the
 * code.
 * @param attempt its signal aborts when the user closes the box
 * @param problemOf what is wrong with the text while it is typed
 * @returns `undefined` when the user closes the box
 * @throws what the attempt rejects with
 */
export function askInBox<T>(
  shown: Partial<Pick<InputBox, 'prompt' | 'placeholder' | 'value' | 'password'>>,
  attempt: (text: string, signal: AbortSignal) => Promise<Attempt<T>>,
  problemOf: (text: string) => string | undefined = () => undefined,
): Promise<T | undefined> {
  const store = new DisposableStore();
  const abort = new AbortController();
  const box = store.add(window.createInputBox());
  Object.assign(box, { title: l10n.t('Sign In'), ignoreFocusOut: true, ...shown });
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
  const accept = async (): Promise<void> => {
    Object.assign(box, { busy: true, enabled: false });
    const tried = await attempt(box.value, abort.signal);
    if ('answer' in tried) return resolve(tried.answer);
    Object.assign(box, { busy: false, enabled: true, validationMessage: tried.problem });
  };
  store.add(box.onDidAccept(() => accept().catch(reject)));
  store.add(box.onDidChangeValue((text) => Object.assign(box, { validationMessage: problemOf(text) })));
  store.add(box.onDidHide(() => resolve(undefined)));
  box.show();
  return promise.finally(() => {
    abort.abort();
    store.dispose();
  });
}
