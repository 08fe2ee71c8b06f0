import type { AccessTokens } from '../api/bearer.ts';
import { Emitter } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import type { Account } from './account.ts';
import { RefreshDelayedError, SignInRequiredError } from './errors.ts';
import { expiredError, requireSignedIn, SessionRefresher, type SessionRefreshPorts } from './sessionRefresher.ts';
import { isSessionExpired, lifetimeOf, softLifeMs, type TokenAge, tokenAge } from './tokenAge.ts';

/** What a token source needs. */
export interface TokenSourcePorts extends SessionRefreshPorts {
  readonly log: Log;
}

/** That the token of an account is over and cannot be renewed for now, or that this has passed. */
export interface RefreshBlocked {
  readonly accountId: string;
  readonly isBlocked: boolean;
}

/** The access tokens of everybody who is signed in, each renewed before it lapses and once after a refusal [A45]. */
export class TokenSource {
  readonly #ports: TokenSourcePorts;
  readonly #refresher: SessionRefresher;
  /** This window's own, so that windows do not all begin at once. */
  readonly #jitter: number;
  readonly #expiries = new Emitter<Account>();
  readonly #blockChanges = new Emitter<RefreshBlocked>();
  /** What is being noted as ended, by account. */
  readonly #expiring = new Map<string, Promise<void>>();
  /** The tokens that are over and could not be renewed, by account. */
  readonly #blocked = new Map<string, string>();

  /** Fires when a session turned out to have ended while nobody was waiting for it. */
  readonly onDidExpire = this.#expiries.event;
  /** Fires when a token is over and cannot be renewed for now, and when that has passed. */
  readonly onDidChangeRefreshBlocked = this.#blockChanges.event;

  constructor(ports: TokenSourcePorts) {
    this.#ports = ports;
    this.#refresher = new SessionRefresher(ports);
    this.#jitter = (ports.random ?? Math.random)();
  }

  /**
   * The tokens of one account and of no other: a request that was begun for it must not carry, to its service, the token
   * of somebody who signed in elsewhere meanwhile. They reject with `SignInRequiredError` when the account is signed in
   * no more, or its session is over, and with `RefreshDelayedError` when it cannot be renewed for now.
   */
  forAccount(accountId: string): AccessTokens {
    return {
      get: (signal) => this.#get(accountId, signal),
      refresh: (refusedToken, signal) => this.#refreshAfter401(accountId, refusedToken, signal),
      invalidate: (renewedToken) => this.#invalidate(accountId, renewedToken),
    };
  }

  /** Why the account's tokens could not be renewed, while it is waited for the next try. */
  lastRefreshError(account: Account): RefreshDelayedError | undefined {
    return this.#refresher.refreshDelay(account, false);
  }

  /** Whether these very tokens are over and cannot be renewed for now. */
  isRefreshBlocked({ id, accessToken }: Account): boolean {
    return this.#blocked.get(id) === accessToken;
  }

  /**
   * Renews the tokens of an account in the background where that is due, whether or not anybody asks for them. For those
   * that a window uses: others can wait until they are asked for, since their service may not even run.
   */
  check(account: Account): void {
    if (this.#ageOf(account) === 'fresh') this.#setBlocked(account, false);
    else this.#refreshInBackground(account);
  }

  async #get(accountId: string, signal: AbortSignal | undefined): Promise<string> {
    const account = requireSignedIn(await this.#ports.accounts.list(), accountId);
    if (isSessionExpired(account, this.#ports.clock.now())) throw expiredError(account);
    const age = this.#ageOf(account);
    if (age === 'hard') return this.#getNearExpiry(account, signal);
    if (age === 'soft') this.#refreshInBackground(account);
    return account.accessToken;
  }

  /** Waits for new tokens, but the last minutes of the old one are better than none. */
  async #getNearExpiry(account: Account, signal: AbortSignal | undefined): Promise<string> {
    try {
      const { accessToken } = await this.#refresher.refresh(account, signal);
      this.#setBlocked(account, false);
      return accessToken;
    } catch (error) {
      if (!(error instanceof RefreshDelayedError)) throw error;
      if (!this.#isTokenExpired(account)) return account.accessToken;
      this.#setBlocked(account, true);
      throw error;
    }
  }

  /** After a 401: the token another window or refresh has put in its place, else one from a forced refresh. */
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

  /** Notes, for all windows, that neither the token nor the way to another is good any more. */
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

  /** A token that cannot be renewed, or has just been, is as good as it is: a refusal will tell. */
  #ageOf(account: Account): TokenAge {
    if (account.refreshToken === undefined || account.state === 'reauth') return 'fresh';
    // Windows whose clocks disagree would else renew each other's tokens in turn.
    const renewedMs = this.#refresher.ageMs(account) ?? -1;
    if (renewedMs >= 0 && renewedMs < softLifeMs(lifetimeOf(account), 0)) return 'fresh';
    return tokenAge(account, this.#ports.clock.now(), this.#jitter);
  }

  #isTokenExpired({ expiresAtMs }: Account): boolean {
    return expiresAtMs !== undefined && this.#ports.clock.now() >= expiresAtMs;
  }

  #refreshInBackground(account: Account): void {
    if (this.#refresher.isRefreshing(account) || this.#refresher.refreshDelay(account, false) !== undefined) return;
    this.#refresher.refresh(account).then(
      () => this.#setBlocked(account, false),
      (error: unknown) => this.#onRefreshError(error, account),
    );
  }

  #onRefreshError(error: unknown, account: Account): void {
    this.#ports.log.warn(`background refresh failed: ${error}`);
    this.#setBlocked(account, error instanceof RefreshDelayedError && this.#isTokenExpired(account));
    if (error instanceof SignInRequiredError && error.reason === 'expired') this.#expiries.fire(account);
  }

  #setBlocked({ id, accessToken }: Account, isStalled: boolean): void {
    const wasStalled = this.#blocked.has(id);
    if (isStalled) this.#blocked.set(id, accessToken);
    else this.#blocked.delete(id);
    if (wasStalled !== isStalled) this.#blockChanges.fire({ accountId: id, isBlocked: isStalled });
  }
}
