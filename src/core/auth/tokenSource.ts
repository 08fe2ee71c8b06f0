import type { AccessTokens } from '../api/bearer.ts';
import { ServiceError } from '../api/errors.ts';
import type { Send } from '../api/send.ts';
import { refreshTokens } from '../api/tokens.ts';
import type { Clock } from '../base/clock.ts';
import { CancelledError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Account } from './account.ts';
import type { AccountStore } from './accountStore.ts';
import { SignInRequiredError } from './errors.ts';
import { refreshedAccount } from './newAccount.ts';

/** After this share of the lifetime a refresh is tried in the background. */
const softShare = 2 / 3;
/** This close to the end a request waits for the refresh; never more than a tenth of a short lifetime. */
const hardMarginMs = 5 * 60_000;
/** A failed background refresh is not tried again sooner. */
const backOffMs = 30_000;

/** What a token source needs. `send` is the pipe without a bearer. */
export interface TokenSourcePorts {
  readonly accounts: AccountStore;
  readonly send: Send;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The access token of the signed-in account, refreshed before it lapses and once after a refusal
 * ("Authorization code flow", 6). One refresh at a time: everybody who asks meanwhile shares it.
 */
export class TokenSource {
  readonly #ports: TokenSourcePorts;
  #refreshing: { readonly accessToken: string; readonly done: Promise<Account> } | undefined;
  #nextBackgroundTryMs = 0;
  /** Refused by the service, and nothing could be put in its place. */
  #expiredToken: string | undefined;
  #refusedRefreshToken: string | undefined;

  constructor(ports: TokenSourcePorts) {
    this.#ports = ports;
  }

  /**
   * The tokens of one account and of no other: a request that was begun for it must not carry, to its service, the token
   * of somebody who signed in elsewhere meanwhile. Both reject with `SignInRequiredError` when the account is signed in
   * no more, or its session is over.
   */
  of(accountId: string): AccessTokens {
    return {
      get: (signal) => this.#get(accountId, signal),
      renew: (refusedToken, signal) => this.#renew(accountId, refusedToken, signal),
    };
  }

  async #get(accountId: string, signal: AbortSignal | undefined): Promise<string> {
    const account = signedIn(await this.#ports.accounts.get(), accountId);
    if (account.accessToken === this.#expiredToken) throw new SignInRequiredError('expired');
    const due = dueOf(account, this.#ports.clock.now());
    if (due === 'none' || account.refreshToken === undefined) return account.accessToken;
    if (due === 'hard') return (await this.#refresh(account, signal)).accessToken;
    this.#refreshInBackground(account);
    return account.accessToken;
  }

  /** After a 401: the token another window or refresh has put in its place, else one from a forced refresh. */
  async #renew(accountId: string, refusedToken: string, signal: AbortSignal | undefined): Promise<string> {
    const account = signedIn(await this.#ports.accounts.reread(), accountId);
    if (account.accessToken !== refusedToken) return account.accessToken;
    try {
      return (await this.#refresh(account, signal)).accessToken;
    } catch (error) {
      if (error instanceof SignInRequiredError && error.reason === 'expired') this.#expiredToken = refusedToken;
      throw error;
    }
  }

  #refreshInBackground(account: Account): void {
    const now = this.#ports.clock.now();
    const isPointless = account.refreshToken === this.#refusedRefreshToken;
    if (isPointless || this.#refreshing !== undefined || now < this.#nextBackgroundTryMs) return;
    this.#nextBackgroundTryMs = now + backOffMs;
    this.#refresh(account).catch((error: unknown) => this.#ports.log.warn(`background refresh failed: ${error}`));
  }

  #refresh(account: Account, signal?: AbortSignal): Promise<Account> {
    const { accessToken } = account;
    if (this.#refreshing?.accessToken !== accessToken) {
      const refreshing = { accessToken, done: this.#refreshOnce(account).finally(() => this.#end(refreshing)) };
      this.#refreshing = refreshing;
    }
    return raceAbort(this.#refreshing.done, signal);
  }

  #end(refreshing: object): void {
    if (this.#refreshing === refreshing) this.#refreshing = undefined;
  }

  async #refreshOnce(account: Account): Promise<Account> {
    const { accounts, send, clock } = this.#ports;
    const { id, baseUrl, clientId = '', clientSecret = '', refreshToken } = account;
    if (refreshToken === undefined || refreshToken === this.#refusedRefreshToken) {
      throw new SignInRequiredError('expired');
    }
    try {
      const tokens = await refreshTokens(send, { baseUrl, clientId, clientSecret, refreshToken });
      // Signed out, or signed in anew, while the answer was on its way: then the new tokens are nobody's.
      return signedIn(await accounts.replace(account, refreshedAccount(account, tokens, clock.now())), id);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const now = signedIn(await accounts.reread(), id);
      if (now.accessToken !== account.accessToken) return now;
      this.#refusedRefreshToken = refreshToken;
      throw new SignInRequiredError('expired');
    }
  }
}

function signedIn(account: Account | undefined, id: string): Account {
  if (account?.id !== id) throw new SignInRequiredError('signed-out');
  return account;
}

/** The refresh token is good no more. RFC 6749, 5.2 names it `invalid_grant`; the interface only promises the status. */
function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && (error.status === 400 || error.status === 401);
}

function dueOf(account: Account, nowMs: number): 'none' | 'soft' | 'hard' {
  if (account.expiresAtMs === undefined) return 'none';
  const lifetimeMs = account.expiresAtMs - account.obtainedAtMs;
  if (nowMs >= account.expiresAtMs - Math.min(hardMarginMs, lifetimeMs / 10)) return 'hard';
  return nowMs >= account.obtainedAtMs + lifetimeMs * softShare ? 'soft' : 'none';
}

/** One caller may give up without taking the shared refresh away from the others. */
function raceAbort<T>(shared: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return shared;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new CancelledError());
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    shared.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
