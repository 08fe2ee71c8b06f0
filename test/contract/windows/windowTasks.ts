import type { Account } from '../../../src/core/auth/account.ts';
import type { LockManagerTimes } from '../../../src/core/auth/directoryLockManager.ts';
import type { PendingFlow } from '../../../src/core/auth/pendingFlow.ts';

/** Where a window keeps what it shares with others. */
export interface WindowSetup {
  readonly secretsFolder: string;
  readonly lockFolder: string;
  readonly times: Partial<LockManagerTimes>;
}

/** What a window can be asked to do, and what it answers. */
export interface WindowTasks {
  /** The access token, renewed where needed. */
  token(accountId: string): Promise<string>;
  /** Asks the service who that is, with 401 and all. */
  me(): Promise<string>;
  /** Takes the lock of the account's renewal and never lets it go. */
  hold(accountId: string): Promise<void>;
  signIn(account: Account): Promise<void>;
  /** Switches this window to an account that is signed in. */
  use(accountId: string): Promise<void>;
  /** The id of the account this window uses. */
  used(): Promise<string | undefined>;
  signOut(accountId: string): Promise<void>;
  list(): Promise<readonly Account[]>;
  begin(flow: PendingFlow): Promise<void>;
  /** Waits for the flow that was begun here, and gives the label of the account. */
  wait(flow: PendingFlow): Promise<string>;
  complete(query: string): Promise<string | undefined>;
  log(): Promise<string>;
}

/** One task on its way to a window, and its outcome on the way back. */
export type TaskRequest = { readonly id: number; readonly task: keyof WindowTasks; readonly argument: unknown };
export type TaskOutcome =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };
