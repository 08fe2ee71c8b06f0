import { ServiceError } from '../api/errors.ts';
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

  /** Fires when it turns out in the background that a session has expired. */
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

class AccountTokens implements AccessTokens {
  readonly #ports: AccountTokensPorts;
  readonly #accountId: string;
  readonly #refresher: SessionRefresher;
  /** The token that the service is asked about again. */
  #refused: { readonly token: string; readonly abort: AbortController } | undefined;

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
    if (isSessionExpired(account, this.#ports.clock.now())) throw expiredError(account);
    if (this.#refused?.token === refusedToken) throw this.#undecided(account);
    try {
      return (await this.#refresher.refresh(account, signal)).accessToken;
    } catch (error) {
      if (error instanceof SignInRequiredError && error.reason === 'expired') await this.refuse(refusedToken);
      throw error;
    }
  }

  /**
   * Neither this token nor the refresh token seems to be valid. The session ends for all windows when the service has
   * refused it lastingly.
   * @throws {RefreshDelayedError} until then
   */
  async refuse(token: string): Promise<void> {
    const account = requireSignedIn(await this.#ports.accounts.list(), this.#accountId);
    if (account.accessToken !== token || isSessionExpired(account, this.#ports.clock.now())) return;
    if (this.#refused?.token !== token) {
      this.#refused?.abort.abort();
      const refused = { token, abort: new AbortController() };
      this.#refused = refused;
      // Rarely needed, so loaded on first use.
      import('./refusedToken.ts')
        .then(({ isRefusedLastingly }) => isRefusedLastingly(this.#ports, account, refused.abort.signal))
        .then((isLasting) => (isLasting ? this.#end(account) : undefined))
        .catch((error: unknown) => this.#ports.log.warn(`the end of a session could not be stored: ${error}`))
        .finally(() => this.#refused === refused && this.accept(token));
    }
    throw this.#undecided(account);
  }

  /** The service has accepted this token: it is not in doubt any more. */
  accept(token: string): void {
    if (this.#refused?.token !== token) return;
    this.#refused.abort.abort();
    this.#refused = undefined;
  }

  #undecided({ baseUrl }: Account): RefreshDelayedError {
    const { host } = new URL(baseUrl);
    const cause = new ServiceError({ status: 401, method: 'GET', path: '/v1/people/me' });
    return new RefreshDelayedError(host, { cause });
  }

  async #end(account: Account): Promise<void> {
    const nowMs = this.#ports.clock.now();
    let isEnded = false;
    await this.#ports.accounts.change(this.#accountId, (now) => {
      isEnded = now.accessToken === account.accessToken && !isSessionExpired(now, nowMs);
      return isEnded ? { ...now, state: 'reauth', expiresAtMs: Math.min(now.expiresAtMs ?? nowMs, nowMs) } : undefined;
    });
    if (isEnded) this.#ports.onDidExpire(account);
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
