import { l10n, StatusBarAlignment, type StatusBarItem, window } from 'vscode';
import { type Disposable, MutableDisposable } from '../core/base/disposable.ts';

/** Says in the status bar that the session cannot be renewed for now; not there while it has nothing to say. */
export class OfflineIndicator implements Disposable {
  readonly #item = new MutableDisposable<StatusBarItem>();

  show(isOffline: boolean): void {
    if (!isOffline) {
      this.#item.value = undefined;
      return;
    }
    const item = window.createStatusBarItem('roomside.offline', StatusBarAlignment.Left);
    item.name = 'Roomside';
    item.text = `$(debug-disconnect) ${l10n.t('Offline, will retry')}`;
    item.tooltip = l10n.t('Roomside keeps your sign-in and renews it as soon as the service can be reached.');
    item.command = 'roomside.showLog';
    item.show();
    this.#item.value = item;
  }

  dispose(): void {
    this.#item.dispose();
  }
}
