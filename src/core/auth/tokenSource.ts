import type { AccessTokens } from '../api/bearer.ts';
import { Emitter } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import type { Account } from './account.ts';
import { RenewalDelayedError, SignInRequiredError } from './errors.ts';
import { expired, type RenewalPorts, SessionRenewal, signedIn } from './sessionRenewal.ts';
import { isOver, lifetimeOf, softLifeMs, type TokenAge, tokenAge } from './tokenAge.ts';

/** What a token source needs. */
export interface TokenSourcePorts extends RenewalPorts {
  readonly log: Log;
}

/** That the token of an account is over and cannot be renewed for now, or that this has passed. */
export interface Stall {
  readonly accountId: string;
  readonly isStalled: boolean;
}

/** The access tokens of everybody who is signed in, each renewed before it lapses and once after a refusal [A45]. */
export class TokenSource {
  readonly #ports: TokenSourcePorts;
  readonly #renewal: SessionRenewal;
  /** This window's own, so that windows do not all begin at once. */
  readonly #jitter: number;
  readonly #expiries = new Emitter<Account>();
  readonly #stalls = new Emitter<Stall>();
  /** What is being noted as ended, by account. */
  readonly #ending = new Map<string, Promise<void>>();
  /** The tokens that are over and could not be renewed, by account. */
  readonly #stalled = new Map<string, string>();

  /** Fires when a session turned out to have ended while nobody was waiting for it. */
  readonly onDidExpire = this.#expiries.event;
  /** Fires when a token is over and cannot be renewed for now, and when that has passed. */
  readonly onDidStall = this.#stalls.event;

  constructor(ports: TokenSourcePorts) {
    this.#ports = ports;
    this.#renewal = new SessionRenewal(ports);
    this.#jitter = (ports.random ?? Math.random)();
  }

  /**
   * The tokens of one account and of no other: a request that was begun for it must not carry, to its service, the token
   * of somebody who signed in elsewhere meanwhile. They reject with `SignInRequiredError` when the account is signed in
   * no more, or its session is over, and with `RenewalDelayedError` when it cannot be renewed for now.
   */
  of(accountId: string): AccessTokens {
    return {
      get: (signal) => this.#get(accountId, signal),
      renew: (refusedToken, signal) => this.#renew(accountId, refusedToken, signal),
      refuse: (renewedToken) => this.#refuse(accountId, renewedToken),
    };
  }

  /** Why the account's tokens could not be renewed, while it is waited for the next try. */
  troubleOf(account: Account): RenewalDelayedError | undefined {
    return this.#renewal.delayOf(account, false);
  }

  /** Whether these very tokens are over and cannot be renewed for now. */
  isStalled({ id, accessToken }: Account): boolean {
    return this.#stalled.get(id) === accessToken;
  }

  /**
   * Renews the tokens of an account in the background where that is due, whether or not anybody asks for them. For those
   * that a window uses: others can wait until they are asked for, since their service may not even run.
   */
  check(account: Account): void {
    if (this.#ageOf(account) === 'fresh') this.#setStalled(account, false);
    else this.#renewInBackground(account);
  }

  async #get(accountId: string, signal: AbortSignal | undefined): Promise<string> {
    const account = signedIn(await this.#ports.accounts.list(), accountId);
    if (isOver(account, this.#ports.clock.now())) throw expired(account);
    const age = this.#ageOf(account);
    if (age === 'hard') return this.#getAtTheEnd(account, signal);
    if (age === 'soft') this.#renewInBackground(account);
    return account.accessToken;
  }

  /** Waits for new tokens, but the last minutes of the old one are better than none. */
  async #getAtTheEnd(account: Account, signal: AbortSignal | undefined): Promise<string> {
    try {
      const { accessToken } = await this.#renewal.renew(account, signal);
      this.#setStalled(account, false);
      return accessToken;
    } catch (error) {
      if (!(error instanceof RenewalDelayedError)) throw error;
      if (!this.#isLapsed(account)) return account.accessToken;
      this.#setStalled(account, true);
      throw error;
    }
  }

  /** After a 401: the token another window or refresh has put in its place, else one from a forced refresh. */
  async #renew(accountId: string, refusedToken: string, signal: AbortSignal | undefined): Promise<string> {
    const account = signedIn(await this.#ports.accounts.reread(), accountId);
    if (account.accessToken !== refusedToken) return account.accessToken;
    try {
      return (await this.#renewal.renew(account, signal)).accessToken;
    } catch (error) {
      if (error instanceof SignInRequiredError && error.reason === 'expired') await this.#end(account);
      throw error;
    }
  }

  async #refuse(accountId: string, renewedToken: string): Promise<void> {
    const account = (await this.#ports.accounts.reread()).find(({ id }) => id === accountId);
    if (account?.accessToken === renewedToken) await this.#end(account);
  }

  /** Notes, for all windows, that neither the token nor the way to another is good any more. */
  #end(account: Account): Promise<void> {
    const { id } = account;
    const ending = this.#ending.get(id) ?? this.#endOnce(account).finally(() => this.#ending.delete(id));
    this.#ending.set(id, ending);
    return ending;
  }

  async #endOnce(account: Account): Promise<void> {
    const { accounts, clock } = this.#ports;
    const nowMs = clock.now();
    const known = (await accounts.list()).find(({ id }) => id === account.id);
    if (known?.accessToken === account.accessToken && isOver(known, nowMs)) return;
    const expiresAtMs = Math.min(account.expiresAtMs ?? nowMs, nowMs);
    await accounts.replace(account, { ...account, state: 'reauth', expiresAtMs });
  }

  /** A token that cannot be renewed, or has just been, is as good as it is: a refusal will tell. */
  #ageOf(account: Account): TokenAge {
    if (account.refreshToken === undefined || account.state === 'reauth') return 'fresh';
    // Windows whose clocks disagree would else renew each other's tokens in turn.
    const renewedMs = this.#renewal.ageMs(account) ?? -1;
    if (renewedMs >= 0 && renewedMs < softLifeMs(lifetimeOf(account), 0)) return 'fresh';
    return tokenAge(account, this.#ports.clock.now(), this.#jitter);
  }

  #isLapsed({ expiresAtMs }: Account): boolean {
    return expiresAtMs !== undefined && this.#ports.clock.now() >= expiresAtMs;
  }

  #renewInBackground(account: Account): void {
    if (this.#renewal.isUnderWay(account) || this.#renewal.delayOf(account, false) !== undefined) return;
    this.#renewal.renew(account).then(
      () => this.#setStalled(account, false),
      (error: unknown) => this.#hearOf(error, account),
    );
  }

  #hearOf(error: unknown, account: Account): void {
    this.#ports.log.warn(`background refresh failed: ${error}`);
    this.#setStalled(account, error instanceof RenewalDelayedError && this.#isLapsed(account));
    if (error instanceof SignInRequiredError && error.reason === 'expired') this.#expiries.fire(account);
  }

  #setStalled({ id, accessToken }: Account, isStalled: boolean): void {
    const wasStalled = this.#stalled.has(id);
    if (isStalled) this.#stalled.set(id, accessToken);
    else this.#stalled.delete(id);
    if (wasStalled !== isStalled) this.#stalls.fire({ accountId: id, isStalled });
  }
}
