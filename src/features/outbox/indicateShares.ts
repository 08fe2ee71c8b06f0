import { l10n } from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import type { Outbox } from '../../core/outbox/outbox.ts';
import { requiresUserAction } from '../../core/outbox/shareState.ts';
import type { StatusContent, StatusItem } from '../../host/ui/statusBar.ts';
import { setSharesState } from '../../host/vscode/contextKeys.ts';

interface IndicatorPorts {
  readonly outbox: Pick<Outbox, 'snapshot' | 'onDidChange'>;
  readonly status: Pick<StatusItem, 'set'>;
  readonly clock: Clock;
}

/**
 * Shows the number of queued and unconfirmed shares in the status bar, and sets the context keys for `when` clauses. It
 * starts when the records are read; until then the state from the start of VS Code stays.
 */
export function indicateShares({ outbox, status, clock }: IndicatorPorts): Disposable {
  let before = '';
  return outbox.onDidChange(() => {
    const { shares, unreadable } = outbox.snapshot;
    const hasShares = shares.length + unreadable.length > 0;
    const hasFailed = shares.some(({ state }) => state === 'failed');
    const state = `${hasShares} ${hasFailed}`;
    if (state !== before) void setSharesState(hasShares, hasFailed);
    before = state;
    const open = shares.filter((share) => share.state === 'queued' || share.state === 'unknown');
    const unconfirmed = open.filter((record) => requiresUserAction(record, clock.now()));
    status.set('queued', queuedContent(open.length - unconfirmed.length));
    status.set('unconfirmed', unconfirmedContent(unconfirmed.length));
  });
}

function queuedContent(count: number): StatusContent | undefined {
  if (count === 0) return undefined;
  return {
    text: `$(clock) ${queuedText(count)}`,
    tooltip: l10n.t('Sent automatically when possible. Click to show Recent Shares.'),
    command: 'roomside.shares.focus',
  };
}

function unconfirmedContent(count: number): StatusContent | undefined {
  if (count === 0) return undefined;
  return {
    text: `$(question) ${unconfirmedText(count)}`,
    tooltip: l10n.t('Your confirmation is needed. Click to show Recent Shares.'),
    command: 'roomside.shares.focus',
    isWarning: true,
  };
}

function queuedText(count: number): string {
  return count === 1 ? l10n.t('1 share waiting') : l10n.t('{0} shares waiting', count);
}

function unconfirmedText(count: number): string {
  return count === 1 ? l10n.t('1 share to confirm') : l10n.t('{0} shares to confirm', count);
}
