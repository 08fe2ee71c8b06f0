import { l10n, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore, MutableDisposable } from '../../core/base/disposable.ts';
import type { Outbox } from '../../core/outbox/outbox.ts';
import { needsUser } from '../../core/outbox/shareState.ts';
import { setSharesState } from '../../host/contextKeys.ts';

/** Says in the status bar how many shares wait or are in doubt; not there while none is. */
export class WaitingIndicator implements Disposable {
  readonly #outbox: Outbox;
  readonly #clock: Clock;
  readonly #owned = new DisposableStore();
  readonly #item = this.#owned.add(new MutableDisposable<StatusBarItem>());
  #state = '';

  constructor(outbox: Outbox, clock: Clock) {
    this.#outbox = outbox;
    this.#clock = clock;
    // Not before the records are read: what the start has shown of them stays.
    this.#owned.add(outbox.onDidChange(() => this.#render()));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #render(): void {
    const { shares, unreadable } = this.#outbox.snapshot;
    const hasShares = shares.length + unreadable.length > 0;
    const hasFailed = shares.some(({ state }) => state === 'failed');
    const state = `${hasShares} ${hasFailed}`;
    if (state !== this.#state) void setSharesState(hasShares, hasFailed);
    this.#state = state;
    const open = shares.filter(({ state }) => state === 'queued' || state === 'unknown');
    if (open.length === 0) {
      this.#item.value = undefined;
      return;
    }
    const item = this.#item.value ?? window.createStatusBarItem('roomside.shares', StatusBarAlignment.Left);
    const isInDoubt = open.some((record) => needsUser(record, this.#clock.now()));
    item.name = 'Roomside';
    item.text = `$(${isInDoubt ? 'question' : 'clock'}) ${l10n.t('Shares waiting: {0}', open.length)}`;
    item.tooltip = isInDoubt
      ? l10n.t('Some shares wait for your word. Show Recent Shares')
      : l10n.t('They go out as soon as they can. Show Recent Shares');
    item.backgroundColor = isInDoubt ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    item.command = 'roomside.shares.focus';
    item.show();
    this.#item.value = item;
  }
}
