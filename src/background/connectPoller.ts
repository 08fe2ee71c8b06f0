import { type TreeView, window, workspace } from 'vscode';
import type { Account } from '../core/auth/account.ts';
import { followActive } from '../core/auth/activeAccount.ts';
import type { Clock } from '../core/base/clock.ts';
import { type Disposable, DisposableStore, MutableDisposable } from '../core/base/disposable.ts';
import type { Services } from '../host/services.ts';
import { setting } from '../host/vscode/settings.ts';

export interface PollingPorts extends Pick<Services, 'poller' | 'active' | 'connection' | 'directory' | 'clock'> {
  readonly view: Pick<TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>;
}

/**
 * Passes visibility, focus, account and connection to the poller. Rooms that could not be listed are listed again when the
 * service answers.
 */
export function connectPoller(ports: PollingPorts): Disposable {
  const { poller, active, connection, view, directory, clock } = ports;
  const owned = new DisposableStore();
  const follow = (): void => {
    const intervalMs = setting('rooms.refreshSeconds') * 1000;
    poller.setOptions({ isViewVisible: view.visible, isFocused: window.state.focused, intervalMs });
  };
  // No polling with an expired session: each poll would fail.
  const followAccount = (account: Account | undefined): void =>
    poller.setOptions({ accountId: account?.state === 'reauth' ? undefined : account?.id });
  owned.add(view.onDidChangeVisibility(follow));
  owned.add(window.onDidChangeWindowState(follow));
  owned.add(followUse(clock, (isUsed) => poller.setOptions({ isUsed })));
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

const usedForMs = 60_000;

/** Tells whether the user works in an editor: for a minute after the last step there. */
function followUse(clock: Clock, tell: (isUsed: boolean) => void): Disposable {
  const owned = new DisposableStore();
  const timer = owned.add(new MutableDisposable<Disposable>());
  let usedMs = 0;
  const watch = (): void => {
    const leftMs = usedMs + usedForMs - clock.now();
    timer.value = leftMs > 0 ? clock.startTimer(leftMs, watch) : undefined;
    if (timer.value === undefined) tell(false);
  };
  const onUse = (): void => {
    usedMs = clock.now();
    if (timer.value !== undefined) return;
    tell(true);
    watch();
  };
  owned.add(window.onDidChangeTextEditorSelection(onUse));
  owned.add(window.onDidChangeActiveTextEditor(onUse));
  return owned;
}
