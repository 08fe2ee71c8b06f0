import { ConnectionError, ServiceError, type UnexpectedResponseError } from '../api/errors.ts';
import type { Send } from '../api/send.ts';
import { type Clock, delay } from '../base/clock.ts';
import { raceAbort } from '../base/raceAbort.ts';
import type { Account } from './account.ts';
import type { AccountStore } from './accountStore.ts';
import { BackOff } from './backOff.ts';
import { RefreshDelayedError, SignInRequiredError } from './errors.ts';
import { type AcquiredLock, type LockManager, noLock } from './lockManager.ts';
import { refreshedAccount } from './newAccount.ts';
import { isGrantRefusal, isTransientFailure, refreshAccountTokens, refreshHost } from './refreshAccountTokens.ts';

/** After a refusal the record is read again twice: another window, with a lock of its own, may be about to write. */
const rereadDelaysMs = [1_000, 2_000];

/** What renewing a session needs. `send` is the pipe without a bearer. */
export interface SessionRefreshPorts {
  readonly accounts: AccountStore;
  readonly send: Send;
  readonly clock: Clock;
  /** Held while tokens are renewed, by one window at a time. */
  readonly lock?: LockManager;
  /** From 0 to below 1. */
  readonly random?: () => number;
}

/** A renewal that failed and may pass: the pause it makes is for this refresh token alone. */
interface RefreshFailure {
  readonly refreshToken: string | undefined;
  readonly backOff: BackOff;
  readonly error: Error;
}

/**
 * Renews the tokens of any signed-in account: once for everybody who asks in this window, and for all windows once under a lock,
 * inside which the record is read again. Whoever finds newer tokens takes them instead.
 */
export class SessionRefresher {
  readonly #ports: SessionRefreshPorts;
  readonly #lock: LockManager;
  readonly #random: () => number;
  /** What is under way, by account. */
  readonly #current = new Map<string, { readonly accessToken: string; readonly done: Promise<Account> }>();
  /** What failed last, by account. */
  readonly #failures = new Map<string, RefreshFailure>();
  /** When this window renewed last, by account. */
  readonly #lastRefreshMs = new Map<string, number>();

  constructor(ports: SessionRefreshPorts) {
    this.#ports = ports;
    this.#lock = ports.lock ?? noLock;
    this.#random = ports.random ?? Math.random;
  }

  isRefreshing({ id }: Account): boolean {
    return this.#current.has(id);
  }

  /** Milliseconds since this window renewed the tokens of the account; `undefined` when it never did. */
  ageMs({ id }: Account): number | undefined {
    const atMs = this.#lastRefreshMs.get(id);
    return atMs === undefined ? undefined : this.#ports.clock.now() - atMs;
  }

  /** Why not to try now, when a try has just failed. */
  refreshDelay(account: Account, isOnDemand: boolean): RefreshDelayedError | undefined {
    const trouble = this.#failureOf(account);
    const retryAtMs = trouble?.backOff.untilMs(this.#ports.clock.now(), isOnDemand);
    if (trouble === undefined || retryAtMs === undefined) return undefined;
    return new RefreshDelayedError({ host: refreshHost(account), retryAtMs }, { cause: trouble.error });
  }

  #failureOf({ id, refreshToken }: Account): RefreshFailure | undefined {
    const trouble = this.#failures.get(id);
    return trouble?.refreshToken === refreshToken ? trouble : undefined;
  }

  /**
   * Gives the account with newer tokens than these.
   * @throws {SignInRequiredError} when it is signed in no more, or its session cannot be renewed
   * @throws {RefreshDelayedError} when the line or the service is down: the session is kept
   */
  refresh(account: Account, signal?: AbortSignal): Promise<Account> {
    const { id, accessToken } = account;
    let current = this.#current.get(id);
    if (current?.accessToken !== accessToken) {
      const begun = { accessToken, done: this.#refreshOnce(account).finally(() => this.#finish(id, begun)) };
      this.#current.set(id, begun);
      current = begun;
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
      // Signed out, or signed in anew, while the answer was on its way: then the new tokens are nobody's.
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

  /** Whoever used the refresh token up may not have stored the new one yet; nobody did when it stays as it is. */
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

/** @throws {SignInRequiredError} when this account is not among those that are signed in */
export function requireSignedIn(accounts: readonly Account[], accountId: string): Account {
  const account = accounts.find(({ id }) => id === accountId);
  if (account === undefined) throw new SignInRequiredError('signed-out');
  return account;
}

/** The session of this account has ended. */
export function expiredError({ label }: Account): SignInRequiredError {
  return new SignInRequiredError('expired', label);
}
