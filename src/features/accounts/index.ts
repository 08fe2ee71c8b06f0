import type { AuthenticationProvider } from 'vscode';
import { AccountSessions } from '../../core/auth/accountSessions.ts';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import { setSeveralAccounts } from '../../host/vscode/contextKeys.ts';
import { type AccountsPorts, signOut, switchAccount } from './accountCommands.ts';
import { RoomsideAuthenticationProvider } from './authenticationProvider.ts';

type AccountCommands = CommandHandlers<'roomside.signOut' | 'roomside.switchAccount'>;

interface Accounts extends Disposable {
  readonly commands: AccountCommands;
  /** The provider for VS Code's Accounts menu. */
  readonly provider: AuthenticationProvider;
}

/** Accounts: switching among several, signing out, and VS Code's Accounts menu. */
export function registerAccounts(ports: AccountsPorts): Accounts {
  const owned = new DisposableStore();
  const follow = (): void => void setSeveralAccounts(ports.accounts.known.length > 1);
  owned.add(ports.accounts.onDidChange(follow));
  follow();
  const sessions = owned.add(new AccountSessions(ports));
  const provider = owned.add(new RoomsideAuthenticationProvider(sessions, ports.active));
  const commands: AccountCommands = {
    'roomside.signOut': () => signOut(ports),
    'roomside.switchAccount': () => switchAccount(ports),
  };
  return { commands, provider, dispose: () => owned.dispose() };
}
