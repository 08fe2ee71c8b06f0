import { type Memento, Uri } from 'vscode';
import type { Send } from '../core/api/send.ts';
import type { Account } from '../core/auth/account.ts';
import { AccountStore } from '../core/auth/accountStore.ts';
import { ActiveAccount } from '../core/auth/activeAccount.ts';
import { ServiceConnection } from '../core/auth/serviceConnection.ts';
import { isLoopbackHost } from '../core/auth/signIn/baseUrl.ts';
import { LatestSignIn, SignInFlows } from '../core/auth/signIn/signInFlows.ts';
import { TokenSource } from '../core/auth/tokenSource.ts';
import type { Clock } from '../core/base/clock.ts';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import type { Log } from '../core/base/log.ts';
import { DirectoryLocks } from '../core/base/storage/directoryLocks.ts';
import type { ErrorReporter } from '../host/errors/errorReporter.ts';
import type { StatusItem } from '../host/ui/statusBar.ts';
import { accountChoice, type SecretStorageStore, SignedInFlagFile } from '../host/vscode/storage.ts';
import { registerSessionMaintenance } from './sessionMaintenance.ts';

interface CreateSessionPorts {
  readonly secrets: SecretStorageStore;
  /** The global storage folder of the extension. */
  readonly storage: Uri;
  readonly workspaceState: Memento;
  readonly transport: Send;
  /** The transport, which starts the sandbox if it does not run. */
  readonly send: Send;
  readonly errors: ErrorReporter;
  readonly status: StatusItem;
  readonly clock: Clock;
  readonly log: Log;
}

/** Creates the accounts, their tokens and the connection to the service, with the background tasks of the session. */
export function createSession({
  secrets,
  storage,
  workspaceState,
  transport,
  send,
  errors,
  status,
  clock,
  log,
}: CreateSessionPorts) {
  const owned = new DisposableStore();
  const lock = new DirectoryLocks(Uri.joinPath(storage, 'locks').fsPath, { clock, log });
  const accounts = owned.add(
    new AccountStore(secrets, log, { lock, clock, signedInFlag: new SignedInFlagFile(storage) }),
  );
  const active = owned.add(new ActiveAccount({ accounts, choice: accountChoice(workspaceState), log }));
  const flows = owned.add(new SignInFlows({ secrets, lock, accounts, send, clock }, log));
  const turns = new LatestSignIn();
  const tokens = new TokenSource({ accounts, send, clock, log, lock });
  owned.add(registerSessionMaintenance({ accounts, active, tokens, flows, errors, status, clock, log }));
  // The sandbox runs on this machine.
  const transportFor = ({ baseUrl }: Account): Send => (isLoopbackHost(new URL(baseUrl).hostname) ? send : transport);
  const connection = new ServiceConnection({ active, tokens, transportFor, clock, log });
  owned.add(accounts.onDidFail((error) => void errors.report(error)));
  const session = { lock, accounts, active, flows, turns, tokens, connection };
  return { session, dispose: () => owned.dispose() } satisfies Disposable & { readonly session: object };
}
