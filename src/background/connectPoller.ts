import { type TreeView, window, workspace } from 'vscode';
import type { Account } from '../core/auth/account.ts';
import { followActive } from '../core/auth/activeAccount.ts';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { UnreadableRetry } from '../core/rooms/polls/unreadableRetry.ts';
import type { Services } from '../host/services.ts';
import { setting } from '../host/vscode/settings.ts';

export interface PollingPorts
  extends Pick<Services, 'poller' | 'active' | 'connection' | 'directory' | 'clock' | 'log'> {
  readonly view: Pick<TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>;
}

/**
 * Passes visibility, focus, account and connection to the poller, and retries unreadable rooms while they are visible.
 * Rooms that could not be listed are listed again when the service answers.
 */
export function connectPoller(ports: PollingPorts): Disposable {
  const { poller, active, connection, view, directory, clock, log } = ports;
  const owned = new DisposableStore();
  const intervalMs = (): number => setting('rooms.refreshSeconds') * 1000;
  const isRetryEnabled = (): boolean => intervalMs() > 0 && view.visible && window.state.focused;
  const retry = owned.add(new UnreadableRetry({ directory, isEnabled: isRetryEnabled, clock, log }));
  const follow = (): void => {
    poller.setOptions({ isViewVisible: view.visible, isFocused: window.state.focused, intervalMs: intervalMs() });
    retry.reschedule();
  };
  // No polling with an expired session: each poll would fail.
  const followAccount = (account: Account | undefined): void =>
    poller.setOptions({ accountId: account?.state === 'reauth' ? undefined : account?.id });
  owned.add(view.onDidChangeVisibility(follow));
  owned.add(window.onDidChangeWindowState(follow));
  owned.add(followActive(active, followAccount));
  owned.add(
    connection.onDidChangeState(async ({ accountId, state }) => {
      if (state !== 'connected' || accountId !== (await active.get())?.id) return;
      poller.endBackOff();
      if (directory.snapshot.status === 'failed') await directory.refresh();
    }),
  );
  owned.add(
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('roomside.rooms.refreshSeconds')) follow();
    }),
  );
  follow();
  return owned;
}
