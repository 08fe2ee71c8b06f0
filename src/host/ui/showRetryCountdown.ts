import { l10n } from 'vscode';
import type { RetryWait } from '../../core/api/retry.ts';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore, MutableDisposable } from '../../core/base/disposable.ts';
import type { Event } from '../../core/base/emitter.ts';
import type { StatusItem } from './statusBar.ts';

/** Shows a countdown in the status bar while the service makes Roomside wait. */
export function showRetryCountdown(
  clock: Clock,
  onDidWait: Event<RetryWait | undefined>,
  status: StatusItem,
): Disposable {
  const owned = new DisposableStore();
  const tick = owned.add(new MutableDisposable<Disposable>());
  const show = (wait: RetryWait | undefined): void => {
    const leftMs = wait === undefined ? 0 : wait.untilMs - clock.now();
    tick.value = undefined;
    if (wait === undefined || leftMs <= 0) {
      status.set('rateLimited', undefined);
      return;
    }
    const seconds = Math.ceil(leftMs / 1000);
    const said =
      wait.reason === 'rate-limited'
        ? l10n.t('Rate limited, retrying in {0} s', seconds)
        : l10n.t('Service busy, retrying in {0} s', seconds);
    status.set('rateLimited', {
      text: `$(clock) ${said}`,
      tooltip: l10n.t('Click to show Recent Shares, where you can cancel.'),
      command: 'roomside.shares.focus',
    });
    tick.value = clock.startTimer(1000, () => show(wait));
  };
  owned.add(onDidWait(show));
  return owned;
}
