import { l10n, window } from 'vscode';
import { ServiceError } from '../../core/api/errors.ts';
import type { Account } from '../../core/auth/account.ts';
import { type SignInPorts, signInWithToken } from '../../core/auth/signIn/completeSignIn.ts';
import { DisposableStore } from '../../core/base/disposable.ts';
import { describeKnownError } from '../../host/errors/describeError.ts';

/** Signs in with a personal access token. Errors are shown in the input box, where the user can correct the token. */
export function askToken(ports: SignInPorts, baseUrl: string): Promise<Account | undefined> {
  const store = new DisposableStore();
  const abort = new AbortController();
  const box = store.add(window.createInputBox());
  Object.assign(box, {
    title: l10n.t('Sign In'),
    prompt: l10n.t('Personal access token for {0} (stored in the keyring of this computer)', new URL(baseUrl).host),
    password: true,
    ignoreFocusOut: true,
  });
  const attempt = async (): Promise<Account | undefined> => {
    const token = box.value.trim().replace(/^Bearer\s+/i, '');
    if (!/^[\x21-\x7e]+$/.test(token)) {
      box.validationMessage = l10n.t('Paste a token without spaces.');
      return undefined;
    }
    box.busy = true;
    box.enabled = false;
    try {
      return await signInWithToken(ports, baseUrl, token, abort.signal);
    } catch (error) {
      const message = describeKnownError(error);
      if (message === undefined || abort.signal.aborted) throw error;
      const isRefused = error instanceof ServiceError && error.status === 401;
      box.validationMessage = isRefused ? l10n.t('The service did not accept this token.') : message.sentence;
      return undefined;
    } finally {
      box.busy = false;
      box.enabled = true;
    }
  };
  return new Promise<Account | undefined>((resolve, reject) => {
    store.add(
      box.onDidAccept(() => {
        attempt().then((account) => account && resolve(account), reject);
      }),
    );
    store.add(box.onDidChangeValue(() => Object.assign(box, { validationMessage: undefined })));
    store.add(box.onDidHide(() => resolve(undefined)));
    box.show();
  }).finally(() => {
    abort.abort();
    store.dispose();
  });
}
