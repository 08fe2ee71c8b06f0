import type { Account } from '../../../src/core/auth/account.ts';
import type { PendingFlow } from '../../../src/core/auth/signIn/pendingFlow.ts';
import type { LockTimes } from '../../../src/platform/storage/directoryLock.ts';

/** The folders that windows share. */
export interface WindowSetup {
  readonly secretsFolder: string;
  readonly lockFolder: string;
  readonly times: Partial<LockTimes>;
}

/** The tasks of a window, with their results. */
export interface WindowTasks {
  /** The access token, refreshed if needed. */
  token(accountId: string): Promise<string>;
  /** Reads the signed-in person from the service, including the refresh after a 401. */
  me(): Promise<string>;
  /** Takes the refresh lock of the account and never releases it. */
  hold(accountId: string): Promise<void>;
  signIn(account: Account): Promise<void>;
  /** Switches this window to a signed-in account. */
  use(accountId: string): Promise<void>;
  /** The id of the account this window uses. */
  used(): Promise<string | undefined>;
  signOut(accountId: string): Promise<void>;
  list(): Promise<readonly Account[]>;
  begin(flow: PendingFlow): Promise<void>;
  /** Waits for a sign-in that this window began; returns the label of the account. */
  wait(flow: PendingFlow): Promise<string>;
  complete(query: string): Promise<string | undefined>;
  log(): Promise<string>;
}

/** The messages to a window and back. */
export type TaskRequest = { readonly id: number; readonly task: keyof WindowTasks; readonly argument: unknown };
export type TaskOutcome =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };
