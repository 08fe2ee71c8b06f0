import { authentication } from 'vscode';
import { AccountSessions } from '../../core/auth/accountSessions.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { CommandHandlers } from '../../host/commandIds.ts';
import { setSeveralAccounts } from '../../host/contextKeys.ts';
import { RoomsideAuthentication } from './authenticationProvider.ts';
import type { AccountsPorts } from './ports.ts';
import { signOut } from './signOut.ts';
import { switchAccount } from './switchAccount.ts';

type AccountCommands = CommandHandlers<'roomside.signOut' | 'roomside.switchAccount'>;

/** Who is signed in: choosing among several, signing out, and the editor's own Accounts menu. */
export function registerAccounts(ports: AccountsPorts): Disposable & { commands: AccountCommands } {
  const owned = new DisposableStore();
  const follow = (): void => void setSeveralAccounts(ports.accounts.known.length > 1);
  owned.add(ports.accounts.onDidChange(follow));
  const sessions = owned.add(new AccountSessions(ports));
  const provider = owned.add(new RoomsideAuthentication(sessions, ports.active));
  const several = { supportsMultipleAccounts: true };
  owned.add(authentication.registerAuthenticationProvider('roomside', 'Roomside', provider, several));
  const commands: AccountCommands = {
    'roomside.signOut': () => signOut(ports),
    'roomside.switchAccount': () => switchAccount(ports),
  };
  return { commands, dispose: () => owned.dispose() };
}
