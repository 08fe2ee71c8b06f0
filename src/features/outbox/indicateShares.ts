import { l10n } from 'vscode';
import type { RetryWait } from '../../core/api/waitTracker.ts';
import type { Clock } from '../../core/base/clock.ts';
import { type Disposable, DisposableStore, MutableDisposable } from '../../core/base/disposable.ts';
import type { Event } from '../../core/base/emitter.ts';
import type { SharesStatus } from '../../core/outbox/sharesStatus.ts';
import type { StatusContent, StatusItem } from '../../host/ui/statusBar.ts';
import { setContext } from '../../host/vscode/contextKeys.ts';

interface IndicatorPorts {
  readonly shares: Pick<SharesStatus, 'counts' | 'onDidChange'>;
  /** Fires when requests wait for the service, and with `undefined` when none waits. */
  readonly onDidWait: Event<RetryWait | undefined>;
  readonly status: Pick<StatusItem, 'set'>;
  readonly clock: Clock;
}

/**
 * Shows in the status bar the number of failed, queued and unconfirmed shares, and a countdown while the service makes Roomside
 * wait. Sets the context keys for `when` clauses. It starts when the records are read; until then the state from the start
 * of VS Code stays.
 */
export function indicateShares({ shares, onDidWait, status, clock }: IndicatorPorts): Disposable {
  const owned = new DisposableStore();
  const tick = owned.add(new MutableDisposable<Disposable>());
  owned.add(
    shares.onDidChange(() => {
      const { hasShares, queuedCount, unconfirmedCount, unseenFailureCount } = shares.counts;
      void setContext('roomside:hasShares', hasShares);
      status.set('failed', unseenFailureCount === 0 ? undefined : failedContent(unseenFailureCount));
      status.set('queued', queuedCount === 0 ? undefined : queuedContent(queuedCount));
      status.set('unconfirmed', unconfirmedCount === 0 ? undefined : unconfirmedContent(unconfirmedCount));
    }),
  );
  const countDown = (wait: RetryWait | undefined): void => {
    const content = wait && waitContent(wait, clock.now());
    status.set('rateLimited', content);
    tick.value = content && clock.startTimer(1000, () => countDown(wait));
  };
  owned.add(onDidWait(countDown));
  return owned;
}

function waitContent({ untilMs, reason }: RetryWait, nowMs: number): StatusContent | undefined {
  if (untilMs <= nowMs) return undefined;
  const seconds = Math.ceil((untilMs - nowMs) / 1000);
  const text =
    reason === 'rate-limited'
      ? l10n.t('Roomside: rate limited, retrying in {0} s', seconds)
      : l10n.t('Roomside: service busy, retrying in {0} s', seconds);
  return {
    text: `$(clock) ${text}`,
    tooltip: l10n.t('Click to show Recent Shares, where you can cancel.'),
    command: 'roomside.shares.focus',
  };
}

function failedContent(count: number): StatusContent {
  const text = count === 1 ? l10n.t('Roomside: 1 share failed') : l10n.t('Roomside: {0} shares failed', count);
  return {
    text: `$(error) ${text}`,
    tooltip: l10n.t('Not sent. Click to show Recent Shares, where you can try again.'),
    command: '_roomside.showFailedShares',
    isWarning: true,
  };
}

function queuedContent(count: number): StatusContent {
  const text = count === 1 ? l10n.t('Roomside: 1 share waiting') : l10n.t('Roomside: {0} shares waiting', count);
  return {
    text: `$(clock) ${text}`,
    tooltip: l10n.t('Sent automatically when possible. Click to show Recent Shares.'),
    command: 'roomside.shares.focus',
  };
}

function unconfirmedContent(count: number): StatusContent {
  const text = count === 1 ? l10n.t('Roomside: 1 share to confirm') : l10n.t('Roomside: {0} shares to confirm', count);
  return {
    text: `$(question) ${text}`,
    tooltip: l10n.t('Your confirmation is needed. Click to show Recent Shares.'),
    command: 'roomside.shares.focus',
    isWarning: true,
  };
}
