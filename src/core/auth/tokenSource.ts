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
import { tokenFields } from './newAccount.ts';

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
export class TokenSource implements AccessTokens {
  readonly #ports: TokenSourcePorts;
  #refreshing: Promise<Account> | undefined;
  #nextBackgroundTryMs = 0;
  #expiredToken: string | undefined;

  constructor(ports: TokenSourcePorts) {
    this.#ports = ports;
  }

  /** @throws {SignInRequiredError} when nobody is signed in, or the session is over */
  async get(signal?: AbortSignal): Promise<string> {
    const account = await this.#ports.accounts.get();
    if (account === undefined) throw new SignInRequiredError('signed-out');
    if (account.accessToken === this.#expiredToken) throw new SignInRequiredError('expired');
    const due = dueOf(account, this.#ports.clock.now());
    if (due === 'none' || account.refreshToken === undefined) return account.accessToken;
    if (due === 'hard') return (await this.#refresh(account, signal)).accessToken;
    this.#refreshInBackground(account);
    return account.accessToken;
  }

  /** After a 401: the token another window or refresh has put in its place, else one from a forced refresh. */
  async renew(refusedToken: string, signal?: AbortSignal): Promise<string | undefined> {
    const account = await this.#ports.accounts.reread();
    if (account === undefined) throw new SignInRequiredError('signed-out');
    if (account.accessToken !== refusedToken) return account.accessToken;
    if (account.refreshToken === undefined) return this.#giveUp(refusedToken);
    return (await this.#refresh(account, signal)).accessToken;
  }

  #giveUp(refusedToken: string): never {
    this.#expiredToken = refusedToken;
    throw new SignInRequiredError('expired');
  }

  #refreshInBackground(account: Account): void {
    const now = this.#ports.clock.now();
    if (this.#refreshing !== undefined || now < this.#nextBackgroundTryMs) return;
    this.#nextBackgroundTryMs = now + backOffMs;
    this.#refresh(account).catch((error: unknown) => this.#ports.log.warn(`background refresh failed: ${error}`));
  }

  #refresh(account: Account, signal?: AbortSignal): Promise<Account> {
    this.#refreshing ??= this.#refreshOnce(account).finally(() => {
      this.#refreshing = undefined;
    });
    return raceAbort(this.#refreshing, signal);
  }

  async #refreshOnce(account: Account): Promise<Account> {
    const { accounts, send, clock } = this.#ports;
    const { baseUrl, clientId = '', clientSecret = '', refreshToken = '' } = account;
    try {
      const tokens = await refreshTokens(send, { baseUrl, clientId, clientSecret, refreshToken });
      const now = await accounts.reread();
      // Signed out, or signed in anew, while the answer was on its way: the new tokens are nobody's.
      if (now === undefined) throw new SignInRequiredError('signed-out');
      if (now.accessToken !== account.accessToken) return now;
      return await accounts.set({ ...now, ...tokenFields(tokens, clock.now()) });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.oauthError !== 'invalid_grant') throw error;
      const now = await accounts.reread();
      if (now !== undefined && now.accessToken !== account.accessToken) return now;
      return this.#giveUp(account.accessToken);
    }
  }
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
