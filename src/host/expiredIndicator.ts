import { l10n, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from 'vscode';
import type { Account } from '../core/auth/account.ts';
import { expired } from '../core/auth/sessionRenewal.ts';
import { type Disposable, MutableDisposable } from '../core/base/disposable.ts';
import { anyFailureWords } from './words/failureWords.ts';

/** Says in the status bar, whichever view is in front, that the session has expired. A click signs in again. */
export class ExpiredIndicator implements Disposable {
  readonly #item = new MutableDisposable<StatusBarItem>();

  /** @param account whose session has expired; `undefined` for none */
  show(account: Account | undefined): void {
    if (account === undefined) {
      this.#item.value = undefined;
      return;
    }
    const item = window.createStatusBarItem('roomside.expired', StatusBarAlignment.Left);
    item.name = 'Roomside';
    item.text = `$(account) ${l10n.t('Session expired')}`;
    item.tooltip = anyFailureWords(expired(account)).sentence;
    item.backgroundColor = new ThemeColor('statusBarItem.warningBackground');
    item.command = 'roomside.signIn';
    item.show();
    this.#item.value = item;
  }

  dispose(): void {
    this.#item.dispose();
  }
}
