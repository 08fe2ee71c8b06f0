import { l10n } from 'vscode';
import type { Account } from '../core/auth/account.ts';
import { followActive } from '../core/auth/activeAccount.ts';
import type { ConnectionState } from '../core/auth/serviceConnection.ts';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { doubling } from '../core/base/scheduling/backOff.ts';
import { PollingScheduler } from '../core/base/scheduling/pollingScheduler.ts';
import { timings } from '../core/base/timings.ts';
import type { Services } from '../host/services.ts';
import type { StatusContent } from '../host/ui/statusBar.ts';

type ConnectionPorts = Pick<Services, 'active' | 'connection' | 'status' | 'clock'>;

/**
 * Shows in the status bar that the service of the active account cannot be reached, and asks it until it answers. Each
 * request may be the one that succeeds; what has failed listens to `onDidChangeState` to load again.
 */
export function watchConnection({ active, connection, status, clock }: ConnectionPorts): Disposable {
  const owned = new DisposableStore();
  let account: Account | undefined;
  const state = (): ConnectionState =>
    account === undefined || account.state === 'reauth' ? 'connected' : connection.stateOf(account.id);
  const { firstMs, longestMs } = timings.connectionChecks;
  const checks = owned.add(
    new PollingScheduler(clock, {
      isEnabled: () => state() !== 'connected',
      delayMs: doubling(firstMs, longestMs),
      run: async () => void (await (await connection.client(account?.id)).getMe()),
    }),
  );
  const update = (): void => {
    status.set('offline', contentOf(state()));
    checks.reset();
  };
  owned.add(connection.onDidChangeState(({ accountId }) => accountId === account?.id && update()));
  owned.add(
    followActive(active, (next) => {
      account = next;
      update();
    }),
  );
  return owned;
}

function contentOf(state: ConnectionState): StatusContent | undefined {
  if (state === 'connected') return undefined;
  const text =
    state === 'offline'
      ? l10n.t('Roomside: offline, will retry')
      : l10n.t('Roomside: service not available, will retry');
  return {
    text: `$(debug-disconnect) ${text}`,
    tooltip: l10n.t('You stay signed in, and shares wait. Click to diagnose the connection.'),
    command: 'roomside.diagnoseConnection',
  };
}
