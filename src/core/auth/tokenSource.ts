import type { AccessTokens } from '../api/pipe.ts';
import { Emitter } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import type { Account } from './account.ts';
import { RefreshDelayedError, SignInRequiredError } from './errors.ts';
import { isSessionExpired } from './sessionEnd.ts';
import { expiredError, requireSignedIn, SessionRefresher, type SessionRefreshPorts } from './sessionRefresher.ts';
import { lifetimeOf, softLifeMs, type TokenAge, tokenAge } from './tokenAge.ts';

export interface TokenSourcePorts extends SessionRefreshPorts {
  readonly log: Log;
}

/** The access tokens of all accounts. Refreshes each before it expires, and once after a refusal [A45]. */
export class TokenSource {
  readonly #ports: TokenSourcePorts;
  readonly #refresher: SessionRefresher;
  /** Different in each window, so that windows do not refresh at once. */
  readonly #jitter: number;
  readonly #expiries = new Emitter<Account>();
  /** Sessions being marked as expired, by account id. */
  readonly #expiring = new Map<string, Promise<void>>();

  /** Fires when a background refresh finds that a session has expired. */
  readonly onDidExpire = this.#expiries.event;

  constructor(ports: TokenSourcePorts) {
    this.#ports = ports;
    this.#refresher = new SessionRefresher(ports);
    this.#jitter = (ports.random ?? Math.random)();
  }

  /**
   * The tokens of one account only: a request for one account must not send the token of another to its service. They
   * reject with `SignInRequiredError` if the account is signed out or its session has expired, and with
   * `RefreshDelayedError` if it cannot be refreshed now.
   */
  forAccount(accountId: string): AccessTokens {
    return {
      get: (signal) => this.#get(accountId, signal),
      refresh: (refusedToken, signal) => this.#refreshAfter401(accountId, refusedToken, signal),
      invalidate: (renewedToken) => this.#invalidate(accountId, renewedToken),
    };
  }

  /** The last refresh failure, until the next try. */
  lastRefreshError(account: Account): RefreshDelayedError | undefined {
    return this.#refresher.refreshDelay(account, false);
  }

  /**
   * Refreshes the tokens of an account in the background if that is due. Call it for the accounts that a window uses.
   * Others are refreshed on demand, because their service may not run.
   */
  check(account: Account): void {
    if (this.#ageOf(account) !== 'fresh') this.#refreshInBackground(account);
  }

  async #get(accountId: string, signal: AbortSignal | undefined): Promise<string> {
    const account = requireSignedIn(await this.#ports.accounts.list(), accountId);
    if (isSessionExpired(account, this.#ports.clock.now())) throw expiredError(account);
    const age = this.#ageOf(account);
    if (age === 'hard') return this.#getNearExpiry(account, signal);
    if (age === 'soft') this.#refreshInBackground(account);
    return account.accessToken;
  }

  /** Waits for new tokens, but uses the old one for its last minutes if that fails. */
  async #getNearExpiry(account: Account, signal: AbortSignal | undefined): Promise<string> {
    try {
      return (await this.#refresher.refresh(account, signal)).accessToken;
    } catch (error) {
      if (!(error instanceof RefreshDelayedError) || this.#isTokenExpired(account)) throw error;
      return account.accessToken;
    }
  }

  /** After a 401: returns the token that another window or refresh has stored, or forces a refresh. */
  async #refreshAfter401(accountId: string, refusedToken: string, signal: AbortSignal | undefined): Promise<string> {
    const account = requireSignedIn(await this.#ports.accounts.reread(), accountId);
    if (account.accessToken !== refusedToken) return account.accessToken;
    try {
      return (await this.#refresher.refresh(account, signal)).accessToken;
    } catch (error) {
      if (error instanceof SignInRequiredError && error.reason === 'expired') await this.#expire(account);
      throw error;
    }
  }

  async #invalidate(accountId: string, renewedToken: string): Promise<void> {
    const account = (await this.#ports.accounts.reread()).find(({ id }) => id === accountId);
    if (account?.accessToken === renewedToken) await this.#expire(account);
  }

  /** Records for all windows that neither the token nor the refresh token is valid. */
  #expire(account: Account): Promise<void> {
    const { id } = account;
    const ending = this.#expiring.get(id) ?? this.#expireOnce(account).finally(() => this.#expiring.delete(id));
    this.#expiring.set(id, ending);
    return ending;
  }

  async #expireOnce(account: Account): Promise<void> {
    const { accounts, clock } = this.#ports;
    const nowMs = clock.now();
    const known = (await accounts.list()).find(({ id }) => id === account.id);
    if (known?.accessToken === account.accessToken && isSessionExpired(known, nowMs)) return;
    const expiresAtMs = Math.min(account.expiresAtMs ?? nowMs, nowMs);
    await accounts.replace(account, { ...account, state: 'reauth', expiresAtMs });
  }

  /** A token that cannot be refreshed, or was just refreshed, counts as fresh until the service refuses it. */
  #ageOf(account: Account): TokenAge {
    if (account.refreshToken === undefined || account.state === 'reauth') return 'fresh';
    // Otherwise windows with different clocks would refresh each other's tokens repeatedly.
    const renewedMs = this.#refresher.ageMs(account) ?? -1;
    if (renewedMs >= 0 && renewedMs < softLifeMs(lifetimeOf(account), 0)) return 'fresh';
    return tokenAge(account, this.#ports.clock.now(), this.#jitter);
  }

  #isTokenExpired({ expiresAtMs }: Account): boolean {
    return expiresAtMs !== undefined && this.#ports.clock.now() >= expiresAtMs;
  }

  #refreshInBackground(account: Account): void {
    if (this.#refresher.isRefreshing(account) || this.#refresher.refreshDelay(account, false) !== undefined) return;
    this.#refresher.refresh(account).catch((error: unknown) => this.#onRefreshError(error, account));
  }

  #onRefreshError(error: unknown, account: Account): void {
    this.#ports.log.warn(`background refresh failed: ${error}`);
    if (error instanceof SignInRequiredError && error.reason === 'expired') this.#expiries.fire(account);
  }
}
