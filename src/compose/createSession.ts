import { registerSessionMaintenance } from '../background/sessionMaintenance.ts';
import { watchConnection } from '../background/watchConnection.ts';
import type { Send } from '../core/api/send.ts';
import type { Account } from '../core/auth/account.ts';
import { AccountStore } from '../core/auth/accountStore.ts';
import { ActiveAccount, followActive } from '../core/auth/activeAccount.ts';
import { ServiceConnection } from '../core/auth/serviceConnection.ts';
import { LatestSignIn, SignInFlows } from '../core/auth/signIn/signInFlows.ts';
import { TokenSource } from '../core/auth/tokenSource.ts';
import { isLoopbackHost } from '../core/base/loopback.ts';
import type { SessionServices, SystemServices } from '../host/services.ts';
import { setContext } from '../host/vscode/contextKeys.ts';
import { accountChoice } from '../host/vscode/storage.ts';
import { SignedInFlagFile } from '../platform/storage/signedInFlagFile.ts';
import type { Own } from './startup.ts';

/** Creates the accounts, their tokens and the connection to the service, with the background tasks of the session. */
export function createSession(system: SystemServices, own: Own): SessionServices {
  const { secrets, lock, clock, log, errors, send, transport, storage } = system;
  const accounts = own(
    new AccountStore({ secrets, log, lock, clock, signedInFlag: new SignedInFlagFile(storage.fsPath) }),
  );
  const active = own(new ActiveAccount({ accounts, choice: accountChoice(system.workspaceMemory), log }));
  const flows = own(new SignInFlows({ secrets, lock, accounts, send, clock }, log));
  const tokens = new TokenSource({ accounts, send, clock, log, lock });
  // The sandbox runs on this machine.
  const isOfSandbox = (account?: Account): boolean => isLoopbackHost(URL.parse(account?.baseUrl ?? '')?.hostname ?? '');
  const transportFor = (account: Account): Send => (isOfSandbox(account) ? send : transport);
  const connection = new ServiceConnection({ active, tokens, transportFor, clock, log });
  own(registerSessionMaintenance({ ...system, accounts, active, tokens, flows }));
  own(watchConnection({ ...system, active, connection }));
  own(accounts.onDidFail((error) => void errors.report(error)));
  own(
    followActive(active, (account) => {
      void setContext('roomside:signedIn', account !== undefined);
      void setContext('roomside:sandbox', isOfSandbox(account));
    }),
  );
  return { accounts, active, flows, latestSignIn: new LatestSignIn(), tokens, connection };
}
