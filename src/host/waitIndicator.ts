import { l10n, StatusBarAlignment, type StatusBarItem, window } from 'vscode';
import type { RetryWait } from '../core/api/retry.ts';
import type { Clock } from '../core/base/clock.ts';
import { type Disposable, MutableDisposable } from '../core/base/disposable.ts';
import type { Event } from '../core/base/emitter.ts';

/** Counts down in the status bar while the service makes us wait; not there while it has nothing to say. */
export class WaitIndicator implements Disposable {
  readonly #clock: Clock;
  readonly #item = new MutableDisposable<StatusBarItem>();
  readonly #subscription: Disposable;
  readonly #tick = new MutableDisposable<Disposable>();

  constructor(clock: Clock, onDidWait: Event<RetryWait | undefined>) {
    this.#clock = clock;
    this.#subscription = onDidWait((wait) => this.#show(wait));
  }

  /** Shows the wait, or nothing more when it is over. */
  #show(wait: RetryWait | undefined): void {
    const leftMs = wait === undefined ? 0 : wait.untilMs - this.#clock.now();
    if (wait === undefined || leftMs <= 0) {
      this.#tick.value = undefined;
      this.#item.value = undefined;
      return;
    }
    this.#item.value ??= window.createStatusBarItem('roomside.wait', StatusBarAlignment.Left);
    const seconds = Math.ceil(leftMs / 1000);
    this.#item.value.text = `$(clock) ${
      wait.reason === 'rate-limited'
        ? l10n.t('Rate limited, going on in {0} s', seconds)
        : l10n.t('Service busy, trying again in {0} s', seconds)
    }`;
    this.#item.value.tooltip = l10n.t('Show Recent Shares, where each can be cancelled');
    this.#item.value.command = 'roomside.shares.focus';
    this.#item.value.show();
    this.#tick.value = this.#clock.startTimer(1000, () => this.#show(wait));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#tick.dispose();
    this.#item.dispose();
  }
}
