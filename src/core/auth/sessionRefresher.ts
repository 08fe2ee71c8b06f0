import { ConnectionError, ServiceError, type UnexpectedResponseError } from '../api/errors.ts';
import type { Send } from '../api/send.ts';
import { type Clock, delay } from '../base/clock.ts';
import { raceAbort } from '../base/errors.ts';
import { BackOff } from '../base/scheduling/backOff.ts';
import { type AcquiredLock, type NamedLocks, noLock } from '../base/storage/locks.ts';
import type { Account } from './account.ts';
import type { AccountStore } from './accountStore.ts';
import {
  isGrantRefusal,
  isTransientFailure,
  refreshAccountTokens,
  refreshedAccount,
  refreshHost,
} from './accountTokens.ts';
import { RefreshDelayedError, SignInRequiredError } from './errors.ts';

/** After a refusal the record is read twice more: another window without this lock may be about to write. */
const rereadDelaysMs = [1_000, 2_000];

/** `send` is the pipe without a bearer. */
export interface SessionRefreshPorts {
  readonly accounts: AccountStore;
  readonly send: Send;
  readonly clock: Clock;
  /** Held during a refresh, by one window at a time. */
  readonly lock?: NamedLocks;
  /** From 0 to below 1. */
  readonly random?: () => number;
}

/** A temporary refresh failure. Its back-off applies to this refresh token only. */
interface RefreshFailure {
  readonly refreshToken: string | undefined;
  readonly backOff: BackOff;
  readonly error: Error;
}

/**
 * Refreshes the tokens of any signed-in account: once for all callers of this window, and once for all windows under a
 * lock, inside which the record is read again. Newer tokens of another window are used instead.
 */
export class SessionRefresher {
  readonly #ports: SessionRefreshPorts;
  readonly #lock: NamedLocks;
  readonly #random: () => number;
  /** Running refreshes, by account id. */
  readonly #current = new Map<string, { readonly accessToken: string; readonly done: Promise<Account> }>();
  /** Last failures, by account id. */
  readonly #failures = new Map<string, RefreshFailure>();
  /** When this window last refreshed, by account id. */
  readonly #lastRefreshMs = new Map<string, number>();

  constructor(ports: SessionRefreshPorts) {
    this.#ports = ports;
    this.#lock = ports.lock ?? noLock;
    this.#random = ports.random ?? Math.random;
  }

  isRefreshing({ id }: Account): boolean {
    return this.#current.has(id);
  }

  /** Milliseconds since this window refreshed the tokens of the account; `undefined` if it never did. */
  ageMs({ id }: Account): number | undefined {
    const atMs = this.#lastRefreshMs.get(id);
    return atMs === undefined ? undefined : this.#ports.clock.now() - atMs;
  }

  /** The reason not to refresh now, if a refresh has just failed. */
  refreshDelay(account: Account, isOnDemand: boolean): RefreshDelayedError | undefined {
    const failure = this.#failureOf(account);
    const retryAtMs = failure?.backOff.untilMs(this.#ports.clock.now(), isOnDemand);
    if (failure === undefined || retryAtMs === undefined) return undefined;
    return new RefreshDelayedError({ host: refreshHost(account), retryAtMs }, { cause: failure.error });
  }

  #failureOf({ id, refreshToken }: Account): RefreshFailure | undefined {
    const failure = this.#failures.get(id);
    return failure?.refreshToken === refreshToken ? failure : undefined;
  }

  /**
   * Returns the account with newer tokens than these.
   * @throws {SignInRequiredError} if it is signed out, or its session cannot be refreshed
   * @throws {RefreshDelayedError} if the connection or the service is down; the session is kept
   */
  refresh(account: Account, signal?: AbortSignal): Promise<Account> {
    const { id, accessToken } = account;
    let current = this.#current.get(id);
    if (current?.accessToken !== accessToken) {
      const started = { accessToken, done: this.#refreshOnce(account).finally(() => this.#finish(id, started)) };
      this.#current.set(id, started);
      current = started;
    }
    return raceAbort(current.done, signal);
  }

  #finish(accountId: string, done: object): void {
    if (this.#current.get(accountId) === done) this.#current.delete(accountId);
  }

  async #refreshOnce(account: Account): Promise<Account> {
    const delayed = this.refreshDelay(account, true);
    if (delayed === undefined)
      return this.#lock.run(`refresh-${account.id}`, (held) => this.#refreshLocked(account, held));
    const now = requireSignedIn(await this.#ports.accounts.reread(), account.id);
    if (now.accessToken !== account.accessToken) return now;
    throw delayed;
  }

  async #refreshLocked(account: Account, held: AcquiredLock): Promise<Account> {
    const { accounts, clock } = this.#ports;
    const now = requireSignedIn(await accounts.reread(), account.id);
    if (now.accessToken !== account.accessToken) return now;
    const { refreshToken } = now;
    if (refreshToken === undefined || now.state === 'reauth') throw expiredError(now);
    try {
      const tokens = await refreshAccountTokens(this.#ports, { ...now, refreshToken });
      // After a sign-out or a new sign-in during the request, the new tokens are discarded.
      const stored = await accounts.replace(now, refreshedAccount(now, tokens, clock.now()));
      held.written();
      this.#failures.delete(now.id);
      this.#lastRefreshMs.set(now.id, clock.now());
      return requireSignedIn(stored, account.id);
    } catch (error) {
      if (isGrantRefusal(error, now)) return this.#expireUnlessReplaced(now, held);
      if (isTransientFailure(error)) throw this.#deferRefresh(now, error);
      throw error;
    }
  }

  /**
   * Another window may have used the refresh token and not stored the new one yet. If the record stays unchanged, the
   * session has expired.
   */
  async #expireUnlessReplaced(account: Account, held: AcquiredLock): Promise<Account> {
    const { accounts, clock } = this.#ports;
    for (const waitMs of rereadDelaysMs) {
      await delay(clock, waitMs);
      const now = requireSignedIn(await accounts.reread(), account.id);
      if (now.accessToken !== account.accessToken) return now;
    }
    const now = requireSignedIn(await accounts.replace(account, { ...account, state: 'reauth' }), account.id);
    held.written();
    if (now.accessToken !== account.accessToken) return now;
    throw expiredError(now);
  }

  #deferRefresh(
    account: Account,
    error: ServiceError | ConnectionError | UnexpectedResponseError,
  ): RefreshDelayedError {
    const { id, refreshToken } = account;
    const backOff = this.#failureOf(account)?.backOff ?? new BackOff(this.#random);
    const retryAtMs = backOff.fail({
      atMs: this.#ports.clock.now(),
      retryAfterMs: error instanceof ServiceError ? error.retryAfterMs : undefined,
      wasReached: !(error instanceof ConnectionError),
    });
    this.#failures.set(id, { refreshToken, backOff, error });
    return new RefreshDelayedError({ host: refreshHost(account), retryAtMs }, { cause: error });
  }
}

/** @throws {SignInRequiredError} if this account is not signed in */
export function requireSignedIn(accounts: readonly Account[], accountId: string): Account {
  const account = accounts.find(({ id }) => id === accountId);
  if (account === undefined) throw new SignInRequiredError('signed-out');
  return account;
}

/** The error for an expired session. */
export function expiredError({ label }: Account): SignInRequiredError {
  return new SignInRequiredError('expired', label);
}
