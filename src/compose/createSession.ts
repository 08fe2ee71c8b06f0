import { type Memento, Uri } from 'vscode';
import type { Send } from '../core/api/send.ts';
import type { Account } from '../core/auth/account.ts';
import { AccountStore } from '../core/auth/accountStore.ts';
import { ActiveAccount } from '../core/auth/activeAccount.ts';
import { ServiceConnection } from '../core/auth/serviceConnection.ts';
import { isLoopbackHost } from '../core/auth/signIn/baseUrl.ts';
import { LatestSignIn, SignInFlows } from '../core/auth/signIn/signInFlows.ts';
import { TokenSource } from '../core/auth/tokenSource.ts';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';
import { DirectoryLocks } from '../core/base/storage/directoryLocks.ts';
import type { Services } from '../host/services.ts';
import { accountChoice, type SecretStorageStore, SignedInFlagFile } from '../host/vscode/storage.ts';
import { registerSessionMaintenance } from './sessionMaintenance.ts';

interface CreateSessionPorts extends Pick<Services, 'storage' | 'send' | 'errors' | 'status' | 'clock' | 'log'> {
  readonly secrets: SecretStorageStore;
  readonly workspaceState: Memento;
  /** Unlike `send`, it does not start the sandbox. */
  readonly transport: Send;
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
