import type { AccessTokens } from '../api/pipe.ts';
import { Emitter } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import type { Account } from './account.ts';
import { RefreshDelayedError, SignInRequiredError } from './errors.ts';
import { isSessionExpired } from './sessionEnd.ts';
import { expiredError, requireSignedIn, SessionRefresher, type SessionRefreshPorts } from './sessionRefresher.ts';
import { lifetimeOf, softLifeMs, type TokenAge, tokenAge } from './tokenAge.ts';

interface TokenSourcePorts extends SessionRefreshPorts {
  readonly log: Log;
}

/** The access tokens of all accounts. Refreshes each before it expires, and once after a refusal [A45]. */
export class TokenSource {
  readonly #ports: AccountTokensPorts;
  readonly #expiries = new Emitter<Account>();
  readonly #accounts = new Map<string, AccountTokens>();

  /** Fires when a background refresh finds that a session has expired. */
  readonly onDidExpire = this.#expiries.event;

  constructor(ports: TokenSourcePorts) {
    const jitter = (ports.random ?? Math.random)();
    this.#ports = { ...ports, jitter, onDidExpire: (account) => this.#expiries.fire(account) };
  }

  /**
   * The tokens of one account only: a request for one account must not send the token of another to its service. They
   * reject with `SignInRequiredError` if the account is signed out or its session has expired, and with
   * `RefreshDelayedError` if it cannot be refreshed now.
   */
  forAccount(accountId: string): AccountTokens {
    const tokens = this.#accounts.get(accountId) ?? new AccountTokens(this.#ports, accountId);
    this.#accounts.set(accountId, tokens);
    return tokens;
  }
}

interface AccountTokensPorts extends TokenSourcePorts {
  /** Different in each window, so that windows do not refresh at once. From 0 to below 1. */
  readonly jitter: number;
  onDidExpire(account: Account): void;
}

/** The tokens of one account. */
class AccountTokens implements AccessTokens {
  readonly #ports: AccountTokensPorts;
  readonly #accountId: string;
  readonly #refresher: SessionRefresher;

  constructor(ports: AccountTokensPorts, accountId: string) {
    this.#ports = ports;
    this.#accountId = accountId;
    this.#refresher = new SessionRefresher(ports, accountId);
  }

  /** The last refresh failure, until the next try. */
  lastRefreshError(account: Account): RefreshDelayedError | undefined {
    return this.#refresher.refreshDelay(account, false);
  }

  /**
   * Refreshes the tokens in the background if that is due. Call it for the accounts that a window uses. Others are
   * refreshed on demand, because their service may not run.
   */
  check(account: Account): void {
    if (this.#ageOf(account) !== 'fresh') this.#refreshInBackground(account);
  }

  async get(signal?: AbortSignal): Promise<string> {
    const account = requireSignedIn(await this.#ports.accounts.list(), this.#accountId);
    if (isSessionExpired(account, this.#ports.clock.now())) throw expiredError(account);
    const age = this.#ageOf(account);
    if (age === 'hard') return this.#getNearExpiry(account, signal);
    if (age === 'soft') this.#refreshInBackground(account);
    return account.accessToken;
  }

  /** After a 401: returns the token that another window or refresh has stored, or forces a refresh. */
  async refresh(refusedToken: string, signal?: AbortSignal): Promise<string> {
    const account = requireSignedIn(await this.#ports.accounts.reread(), this.#accountId);
    if (account.accessToken !== refusedToken) return account.accessToken;
    try {
      return (await this.#refresher.refresh(account, signal)).accessToken;
    } catch (error) {
      if (error instanceof SignInRequiredError && error.reason === 'expired') await this.invalidate(refusedToken);
      throw error;
    }
  }

  /** Records for all windows that neither this token nor the refresh token is valid. */
  invalidate(accessToken: string): Promise<void> {
    const nowMs = this.#ports.clock.now();
    return this.#ports.accounts.change(this.#accountId, (account) =>
      account.accessToken !== accessToken || isSessionExpired(account, nowMs)
        ? undefined
        : { ...account, state: 'reauth', expiresAtMs: Math.min(account.expiresAtMs ?? nowMs, nowMs) },
    );
  }

  /** Waits for new tokens, but uses the old one for its last minutes if that fails. */
  async #getNearExpiry(account: Account, signal: AbortSignal | undefined): Promise<string> {
    try {
      return (await this.#refresher.refresh(account, signal)).accessToken;
    } catch (error) {
      const { accessToken, expiresAtMs } = account;
      const isTokenExpired = expiresAtMs !== undefined && this.#ports.clock.now() >= expiresAtMs;
      if (!(error instanceof RefreshDelayedError) || isTokenExpired) throw error;
      return accessToken;
    }
  }

  /** A token that cannot be refreshed, or was just refreshed, counts as fresh until the service refuses it. */
  #ageOf(account: Account): TokenAge {
    if (account.refreshToken === undefined || account.state === 'reauth') return 'fresh';
    // Otherwise windows with different clocks would refresh each other's tokens repeatedly.
    const renewedMs = this.#refresher.ageMs ?? -1;
    if (renewedMs >= 0 && renewedMs < softLifeMs(lifetimeOf(account), 0)) return 'fresh';
    return tokenAge(account, this.#ports.clock.now(), this.#ports.jitter);
  }

  #refreshInBackground(account: Account): void {
    if (this.#refresher.isRefreshing || this.lastRefreshError(account) !== undefined) return;
    this.#refresher.refresh(account).catch((error: unknown) => {
      this.#ports.log.warn(`background refresh failed: ${error}`);
      if (error instanceof SignInRequiredError && error.reason === 'expired') this.#ports.onDidExpire(account);
    });
  }
}
