import { ConnectionError, ServiceError } from '../api/errors.ts';
import type { Send } from '../api/send.ts';
import { type Clock, delay } from '../base/clock.ts';
import { raceAbort } from '../base/errors.ts';
import { BackOff } from '../base/scheduling/backOff.ts';
import type { AcquiredLock, NamedLocks } from '../base/storage/locks.ts';
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

/** Refusals without a name before the session ends. */
const maxUnnamed = 3;

/** `send` is the pipe without a bearer. */
export interface SessionRefreshPorts {
  readonly accounts: AccountStore;
  readonly send: Send;
  readonly clock: Clock;
  /** Held during a refresh, by one window at a time. */
  readonly lock: NamedLocks;
  /** From 0 to below 1. */
  readonly random?: () => number;
}

/** A temporary refresh failure. Its back-off applies to this refresh token only. */
interface RefreshFailure {
  readonly refreshToken: string | undefined;
  readonly backOff: BackOff;
  readonly error: Error;
  /** Refusals that did not name the grant. */
  readonly refusalCount: number;
}

/**
 * Refreshes the tokens of one account: once for all callers of this window, and once for all windows under a lock, inside
 * which the record is read again. Newer tokens of another window are used instead.
 */
export class SessionRefresher {
  readonly #ports: SessionRefreshPorts;
  readonly #accountId: string;
  #running: { readonly accessToken: string; readonly done: Promise<Account> } | undefined;
  #lastFailure: RefreshFailure | undefined;
  #lastRefreshMs: number | undefined;

  constructor(ports: SessionRefreshPorts, accountId: string) {
    this.#ports = ports;
    this.#accountId = accountId;
  }

  get isRefreshing(): boolean {
    return this.#running !== undefined;
  }

  /** Milliseconds since this window refreshed the tokens; `undefined` if it never did. */
  get ageMs(): number | undefined {
    return this.#lastRefreshMs === undefined ? undefined : this.#ports.clock.now() - this.#lastRefreshMs;
  }

  /** The reason not to refresh now, if a refresh has just failed. */
  refreshDelay(account: Account, isOnDemand: boolean): RefreshDelayedError | undefined {
    const failure = this.#failureOf(account);
    if (failure?.backOff.untilMs(this.#ports.clock.now(), isOnDemand) === undefined) return undefined;
    return new RefreshDelayedError(refreshHost(account), { cause: failure.error });
  }

  #failureOf({ refreshToken }: Account): RefreshFailure | undefined {
    return this.#lastFailure?.refreshToken === refreshToken ? this.#lastFailure : undefined;
  }

  /**
   * Returns the account with newer tokens than these.
   * @throws {SignInRequiredError} if it is signed out, or its session cannot be refreshed
   * @throws {RefreshDelayedError} if the connection or the service is down; the session is kept
   */
  refresh(account: Account, signal?: AbortSignal): Promise<Account> {
    const { accessToken } = account;
    let running = this.#running;
    if (running?.accessToken !== accessToken) {
      const started = { accessToken, done: this.#refreshOnce(account).finally(() => this.#finish(started)) };
      running = started;
      this.#running = started;
    }
    return raceAbort(running.done, signal);
  }

  #finish(refresh: object): void {
    if (this.#running === refresh) this.#running = undefined;
  }

  async #refreshOnce(account: Account): Promise<Account> {
    const { lock } = this.#ports;
    const delayed = this.refreshDelay(account, true);
    if (delayed === undefined) return lock.run(`refresh-${account.id}`, (held) => this.#refreshLocked(account, held));
    const now = await this.#reread();
    if (now.accessToken !== account.accessToken) return now;
    throw delayed;
  }

  async #refreshLocked(account: Account, held: AcquiredLock): Promise<Account> {
    const { accounts, clock } = this.#ports;
    const now = await this.#reread();
    if (now.accessToken !== account.accessToken) return now;
    const { refreshToken } = now;
    if (refreshToken === undefined || now.state === 'reauth') throw expiredError(now);
    try {
      const tokens = await refreshAccountTokens(this.#ports, { ...now, refreshToken });
      // After a sign-out or a new sign-in during the request, the new tokens are discarded.
      const stored = await accounts.replace(now, refreshedAccount(now, tokens, clock.now()));
      held.written();
      this.#lastFailure = undefined;
      this.#lastRefreshMs = clock.now();
      return requireSignedIn(stored, account.id);
    } catch (error) {
      if (isGrantRefusal(error, now) && !this.#mayPass(now, error)) return this.#expireUnlessReplaced(now, held);
      if (isTransientFailure(error)) throw this.#deferRefresh(now, error);
      throw error;
    }
  }

  /** A refusal that does not name the grant may come from a fault: only the fourth in sequence counts. */
  #mayPass(account: Account, error: unknown): boolean {
    const isNamed = error instanceof ServiceError && error.oauthError !== undefined;
    return !isNamed && account.brokerUrl === undefined && (this.#failureOf(account)?.refusalCount ?? 0) < maxUnnamed;
  }

  /**
   * Another window may have used the refresh token and not stored the new one yet. If the record stays unchanged, the
   * session has expired.
   */
  async #expireUnlessReplaced(account: Account, held: AcquiredLock): Promise<Account> {
    const { accounts, clock } = this.#ports;
    for (const waitMs of rereadDelaysMs) {
      await delay(clock, waitMs);
      const now = await this.#reread();
      if (now.accessToken !== account.accessToken) return now;
    }
    const now = requireSignedIn(await accounts.replace(account, { ...account, state: 'reauth' }), account.id);
    held.written();
    if (now.accessToken !== account.accessToken) return now;
    throw expiredError(now);
  }

  async #reread(): Promise<Account> {
    return requireSignedIn(await this.#ports.accounts.reread(), this.#accountId);
  }

  /** @returns the error for the callers */
  #deferRefresh(account: Account, error: Error): Error {
    const { clock, random = Math.random } = this.#ports;
    const { backOff = new BackOff(random), refusalCount: before = 0 } = this.#failureOf(account) ?? {};
    const refusalCount = isGrantRefusal(error, account) ? before + 1 : before;
    backOff.fail({
      atMs: clock.now(),
      retryAfterMs: error instanceof ServiceError ? error.retryAfterMs : undefined,
      wasReached: !(error instanceof ConnectionError),
    });
    this.#lastFailure = { refreshToken: account.refreshToken, backOff, error, refusalCount };
    return this.refreshDelay(account, false) ?? error;
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
