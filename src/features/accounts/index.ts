import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { CommandHandlers } from '../../host/commandIds.ts';
import { setSeveralAccounts } from '../../host/contextKeys.ts';
import type { AccountsPorts } from './ports.ts';
import { signOut } from './signOut.ts';
import { switchAccount } from './switchAccount.ts';

type AccountCommands = CommandHandlers<'roomside.signOut' | 'roomside.switchAccount'>;

/** Who is signed in: choosing among several, and signing out. */
export function registerAccounts(ports: AccountsPorts): Disposable & { commands: AccountCommands } {
  const owned = new DisposableStore();
  const follow = (): void => void setSeveralAccounts(ports.accounts.known.length > 1);
  owned.add(ports.accounts.onDidChange(follow));
  const commands: AccountCommands = {
    'roomside.signOut': () => signOut(ports),
    'roomside.switchAccount': () => switchAccount(ports),
  };
  return { commands, dispose: () => owned.dispose() };
}
